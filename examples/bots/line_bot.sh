#!/bin/sh
# A bot as a program of its own, in the shell: it strikes whenever it may, and else takes the first option there is.
#
#     esquive match kaos --agents "program:sh examples/bots/line_bot.sh" random
#     esquive match krosmaster --agents "program:sh examples/bots/line_bot.sh" random

while IFS=' ' read -r word rest; do
    case $word in
    esquive)  echo "id Striker of the shell"; echo ready ;;
    position) first='' strike='' ;;
    option)
        [ -n "$first" ] || first=$rest
        case $rest in
        cast\ *|*\ strike\ *|*\ shoot\ *) [ -n "$strike" ] || strike=$rest ;;
        esac ;;
    go)       echo "answer ${strike:-$first}" ;;
    quit)     exit 0 ;;
    esac
done
