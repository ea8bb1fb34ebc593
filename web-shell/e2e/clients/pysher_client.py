"""What pysher, a client of protocol 6 that others wrote, hears from a server: each thing is a line of JSON.

    python pysher_client.py HOST PORT KEY SECRET
"""

import json
import sys

import pysher


def say(what, **facts):
    print(json.dumps({"what": what, **facts}), flush=True)


def main():
    host, port, key, secret = sys.argv[1:5]
    pusher = pysher.Pusher(
        key, secret=secret, custom_host=host, port=int(port), secure=False, user_data={"user_id": "anna"}
    )

    def listen(name):
        channel = pusher.subscribe(name)
        channel.bind("pusher_internal:subscription_succeeded", lambda data: say("subscribed", channel=name, data=data))
        channel.bind("greeting", lambda data: say("greeting", channel=name, data=data))
        channel.bind("client-hello", lambda data: say("client", channel=name, data=data))
        return channel

    def connected(data):
        say("connected", **json.loads(data))
        for name in ("news", "private-talk", "presence-talk"):
            listen(name)

    pusher.connection.bind("pusher:connection_established", connected)
    pusher.connection.bind("pusher:pong", lambda data: say("pong"))
    pusher.connection.bind("pusher:error", lambda data: say("error", data=data))
    pusher.connect()
    # The test ends the process by closing its input.
    sys.stdin.read()
    pusher.disconnect(timeout=1)


if __name__ == "__main__":
    main()
