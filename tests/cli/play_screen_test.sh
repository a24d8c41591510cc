#!/usr/bin/env bash
#
# play_screen_test.sh PROGRAM
#
# `baghchal play` on the whole screen of a terminal that tmux makes: what is typed, pressed and clicked, what is then
# to be seen, and that game and terminal survive every way out.

set -euo pipefail

program=$1
folder=$(mktemp -d)
state=$folder/state
# A server that was told to end may still answer for a moment; each terminal has its own.
server=0
export TMUX_TMPDIR=$folder
trap 'tmux_ kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

tmux_() {
    env -u TMUX tmux -L "test-$server" -f /dev/null "$@"
}

screen() {
    tmux_ capture-pane -p
}

fail() {
    printf 'FAILED: %s: %s\nThe screen:\n' "${test_name-}" "$1"
    screen || true
    exit 1
}

# sees TEXT: TEXT appears on the screen within some seconds.
sees() {
    local i
    for ((i = 0; i < 200; i++)); do
        if [[ $(screen) == *"$1"* ]]; then
            return
        fi
        sleep 0.05
    done
    fail "\"$1\" is not to be seen"
}

# vanishes TEXT: TEXT is gone from the screen within some seconds.
vanishes() {
    local i
    for ((i = 0; i < 200; i++)); do
        if [[ $(screen) != *"$1"* ]]; then
            return
        fi
        sleep 0.05
    done
    fail "\"$1\" is still to be seen"
}

keys() {
    tmux_ send-keys "$@"
}

# types WORD...: each word and Enter.
types() {
    local word
    for word in "$@"; do
        keys -l -- "$word"
        keys Enter
    done
}

# click COLUMN ROW, both from 0.
click() {
    local x y
    x=$(printf '%02x' $(($1 + 33)))
    y=$(printf '%02x' $(($2 + 33)))
    keys -H 1b 5b 4d 20 "$x" "$y" 1b 5b 4d 23 "$x" "$y"
}

# start WIDTH HEIGHT ARGUMENT...: the program in a shell, in a new terminal.
start() {
    local width=$1 height=$2
    shift 2
    tmux_ kill-server 2>/dev/null || true
    server=$((server + 1))
    tmux_ new-session -d -x "$width" -y "$height" \
        "env LANG=C.UTF-8 LC_ALL=C.UTF-8 TERM=${terminal-screen-256color} ${environment-NO=NO} \
        XDG_STATE_HOME='$state' bash --norc -c '\"\$0\" play \"\$@\"; echo \"exit \$?\"; exec cat' '$program' $*"
}

saved() {
    cat "$state/baghchal/game-1.txt"
}

# keeps LINE: within some seconds the saved game ends with this line.
keeps() {
    local i
    for ((i = 0; i < 200; i++)); do
        if [[ $(saved 2>/dev/null) == *$'\n'"$1" ]]; then
            return
        fi
        sleep 0.05
    done
    saved || true
    fail "the game kept is not \"$1\""
}

test_name="moves are typed, and made with keys and mouse"
start 80 24
sees "Goats to move, turn 1"
types c3
sees "Tigers to move, turn 1"
keys Down Down Left Left Enter Right Enter
sees "Last move       a1-b1"
click 20 6
sees "2. c4"
click 12 18
sees "●"
click 4 18
sees "2. c4     b1-a1"
keeps "1. c3 a1-b1 2. c4 b1-a1 *"

test_name="turns are taken back and made again"
types "undo 2" redo
sees "1 turn made again."
types u
sees "Goats to move, turn 2"
keeps "1. c3 a1-b1 *"

test_name="what is wrong is told"
types b1
sees "b1: the point is not empty."
types nonsense
sees "'nonsense' is neither a move nor a command"
keys u n x
sees "> unx"
keys BSpace
sees "> un"
keys Escape
vanishes "> un"

test_name="rules, help and moves are shown until a key is pressed"
types rules
sees "The tigers win by eating 5 goats."
keys Space
vanishes "The tigers win by eating"
keys F1
sees "undo [N]"
keys Enter
types moves
sees "a1    c1    d1"
keys Enter

test_name="a draw is offered and declined, resigning is asked about"
types draw
sees "The goats offer a draw. Tigers: accept or decline?"
keys n
sees "The draw is declined."
types resign
sees "Resign?"
keys n
vanishes "Resign?"
types resign
keys y
sees "The tigers win: the goats resign."
types undo
sees "Goats to move, turn 2"

test_name="the window may change its size"
for size in "40 20" "120 40" "24 8" "3 2" "30 15" "200 60" "80 24"; do
    tmux_ resize-window -x "${size% *}" -y "${size#* }"
    sleep 0.1
done
sees "Goats to move, turn 2"
tmux_ resize-window -x 40 -y 20
sees "In hand 19, eaten 0 of 5, trapped 0"
tmux_ resize-window -x 33 -y 16
sees "Goats: in hand 19, eaten 0 of 5"
tmux_ resize-window -x 10 -y 5
types e3
keeps "1. c3 a1-b1 2. e3 *"
tmux_ resize-window -x 80 -y 24
sees "2. e3"

test_name="leaving puts the terminal back and tells where the game is"
types quit
sees "The game is kept; 'baghchal play' resumes it."
sees "exit 0"
vanishes "Goats in hand"

test_name="the next start offers to resume"
start 80 24
sees "There is an unfinished game (rules nepal, turn 2, the tigers to move)."
types y
sees "Tigers to move, turn 2"

test_name="a signal puts the terminal back and loses nothing"
for signal in INT TERM HUP; do
    start 80 24 --resume
    sees "Tigers to move, turn 2"
    kill -s "$signal" "$(pgrep -P "$(tmux_ display-message -p '#{pane_pid}')" | head -n 1)"
    sees "exit $((128 + $(kill -l "$signal")))"
    vanishes "Goats in hand"
done
keeps "1. c3 a1-b1 2. e3 *"

test_name="the game survives being killed, and the terminal going away"
start 80 24 --resume
sees "Tigers to move, turn 2"
types b1-c1
sees "Goats to move, turn 3"
kill -s KILL "$(pgrep -P "$(tmux_ display-message -p '#{pane_pid}')" | head -n 1)"
keeps "1. c3 a1-b1 2. e3 b1-c1 *"
start 80 24 --resume
sees "Goats to move, turn 3"
types d3
sees "Tigers to move, turn 3"
tmux_ kill-server
keeps "1. c3 a1-b1 2. e3 b1-c1 3. d3 *"

test_name="two games at once are kept apart"
start 80 24 --resume
sees "Tigers to move, turn 3"
tmux_ split-window -h "env LANG=C.UTF-8 XDG_STATE_HOME='$state' '$program' play"
tmux_ resize-window -x 160 -y 24
sees "Goats to move, turn 1"
types c2
sees "Tigers to move, turn 1"
types quit
keeps "1. c3 a1-b1 2. e3 b1-c1 3. d3 *"
grep -qx '1. c2 \*' "$state/baghchal/game-2.txt" || fail "the second game is not kept"

test_name="a new game puts the old one away"
start 80 24 --resume
sees "Tigers to move, turn 3"
types new
sees "Leave this game for a new one?"
keys y
sees "Goats to move, turn 1"
grep -qx '1. c3 a1-b1 2. e3 b1-c1 3. d3 \*' "$state/baghchal/games.txt" || fail "the old game is lost"

test_name="a third repetition is asked about"
rm -rf "$state"
start 80 24 --rules all-goats --position "\"T3T/5/2G2/5/T3T g 0 19 0 20\""
sees "Goats to move, turn 20"
types c3-c4 a1-a2 c4-c3 a2-a1
sees "This position is on the board for"
types c3-c4 a1-a2 c4-c3
sees "A draw by repetition: a2-a1"
types a2-a1
sees "for the third time: a draw. Play it?"
keys y
sees "A draw: the position is on the board"
types quit
sees "A draw: the position is on the board for the third time. 1/2-1/2"

test_name="no colours, few colours and plain terminals"
environment=NO_COLOR=1 start 80 24 --new
sees "<T>"
terminal=vt100 start 80 24 --new --ascii
sees "Goats to move, turn 1"
sees "<T>------.---"
terminal=dumb start 80 24 --new
sees "Goats, turn 1>"
types c3
sees "Tigers, turn 1>"
keys C-d
sees "exit 0"
terminal=no-such-terminal start 80 24 --new
sees "Goats, turn 1>"

test_name="a game that cannot be kept is played all the same"
state=/dev/null/nowhere start 80 24
sees "Not kept: /dev/null/nowhere/baghchal:"
types c3
sees "Tigers to move, turn 1"
sees "Not kept: "

test_name="the computer plays a side, also after resuming"
rm -rf "$state"
start 80 24 --against 1 --side tigers
sees "Tigers to move, turn 1"
keys Tab Enter Tab Enter
sees "Tigers to move, turn 2"
types quit
sees "exit 0"
start 80 24 --resume
sees "Tigers to move, turn 2"
keys Tab Enter Tab Enter
sees "Tigers to move, turn 3"

printf 'all passed\n'
