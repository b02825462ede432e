import './fonts.css'
import './app.css'
import './contrast.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { learn, settings } from './state/settings.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('The page has no element with id "app".')
// Where the sentences of the reader's language cannot be had, the page speaks English.
void learn(settings.language)
  .catch(() => (settings.language = 'en'))
  .then(() => mount(App, { target }))
