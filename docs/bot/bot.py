#!/usr/bin/env python3
"""A bot that plays whole games through the open interface (docs/protocol.md).

    bot.py [--server http://127.0.0.1:8080] [--level 3] [--side goats|tigers]    against the computer
    bot.py --sit ID                                                             against whoever invited it

It eats when it can, else moves at random. Everything here is Python's standard library.
"""
import argparse
import json
import random
import urllib.request

options = argparse.ArgumentParser()
options.add_argument("--server", default="http://127.0.0.1:8080")
options.add_argument("--level", default="3")
options.add_argument("--side", default="goats")
options.add_argument("--sit", metavar="ID")
options = options.parse_args()


def ask(path, body=None, secret=None):
    """A request: POST where there is a body. Returns the open response."""
    request = urllib.request.Request(f"{options.server}/api/v1/tables{path}")
    if secret:
        request.add_header("Authorization", f"Bearer {secret}")
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    return urllib.request.urlopen(request, timeout=120)


if options.sit:
    seat = json.load(ask(f"/{options.sit}/seat", {"name": "bot"}))
else:
    seat = json.load(ask("", {"opponent": "computer", "level": options.level, "side": options.side, "name": "bot"}))
table, me, secret = seat["table"], seat["you"], seat["secret"]
print(f"table {table['id']}, I play the {me}")

# The stream begins with the whole table; after that a message tells what has changed.
for line in ask(f"/{table['id']}/stream", secret=secret):
    message = json.loads(line) if line.strip() else {}
    if message.get("type") == "state":
        table = message["table"]
    elif message.get("type") == "move":
        table.update(message)
        print(f"{message['by']}: {message['move']}")
    else:
        continue
    if table["status"] != "playing" and table["status"] != "waiting":
        print(f"{table['result']} ({table['ending']}) after {table['ply']} turns")
        break
    if table["to_move"] == me and table["status"] == "playing":
        captures = [move for move in table["legal"] if "x" in move]
        move = random.choice(captures or table["legal"])
        # Sent twice it would count once; for another turn than the present one it would be refused.
        ask(f"/{table['id']}/moves", {"ply": table["ply"], "line": table["line"], "move": move}, secret)
