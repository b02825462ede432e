/** What is said aloud to who does not see the table: the last thing that happened there. */
class Announcer {
  text = $state('')
}

export const announcer = new Announcer()
