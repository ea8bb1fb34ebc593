"""What schemathesis cannot know: who asks, and the ids of things that exist."""

import atexit
import itertools
import json
import os
import subprocess

import requests
import schemathesis

BASE = os.environ["FUZZ_BASE"]
ROLE = os.environ["FUZZ_ROLE"]
TOOL = "facebook-post"
INPUT = {"topic": "Tea", "language": "en"}
NUMBERS = itertools.count(1)


class Guest:
    """A browser without a sign-in."""

    def __init__(self):
        token = requests.get(BASE + "/sanctum/csrf-cookie", timeout=60).cookies["XSRF-TOKEN"]
        self.headers = {"Cookie": f"XSRF-TOKEN={token}", "X-XSRF-TOKEN": token}


class SignedIn:
    """An account. A new one takes its place where its session is over or its limits are reached."""

    def __init__(self):
        self.begin()

    def begin(self):
        email = f"{ROLE}-{next(NUMBERS)}@example.com"
        command = [os.environ["FUZZ_SERVER"], "user", "create", "--token", "--json", "--name", ROLE, "--email", email]
        command += ["--admin"] if ROLE == "admin" else []
        made = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        self.id = made["id"]
        self.headers = {"Authorization": "Bearer " + made["token"]}

    def call(self, method, path, headers=(), **options):
        for _ in range(3):
            sent = {**self.headers, **dict(headers)}
            answer = requests.request(method, BASE + path, headers=sent, timeout=60, **options)
            if answer.ok:
                return answer.json()
            self.begin()
        raise RuntimeError(f"{method} {path} answers {answer.status_code}: {answer.text}")

    def run(self):
        wait = {"Prefer": "wait=30"}
        return self.call("POST", f"/api/tools/{TOOL}/runs", headers=wait, json={"input": INPUT})

    def bulk(self):
        kind = {"Content-Type": "text/csv"}
        return self.call("POST", f"/api/tools/{TOOL}/bulk", headers=kind, data=b"topic,language\r\ntea,en\r\n")["id"]

    def connection(self):
        host = f"shop-{next(NUMBERS)}.example.com"
        return self.call("POST", "/api/connections", json={"kind": "shop", "host": host})["id"]

    def project(self):
        new = {"domain": f"example-{next(NUMBERS)}.com", "language_code": "en", "location_code": 2840}
        return self.call("POST", "/api/project/addProject", json=new)["project"]["id"]


who = Guest() if ROLE == "guest" else SignedIn()

# By the beginning of the path: how to get the id of something that exists.
THINGS = {
    "/api/tools/": lambda: TOOL,
    "/api/runs/": lambda: who.run()["id"],
    "/api/documents/": lambda: who.run()["document_id"],
    "/api/bulk/": lambda: who.bulk(),
    "/api/connections/": lambda: who.connection(),
    "/api/user/sessions/": lambda: who.call("GET", "/api/user/sessions")[0]["id"],
}
# Fields of bodies that hold the number of a project.
PROJECTS = ("projectID", "selectedProject", "project_id")


def is_chosen(generated):
    """Half of what is generated is replaced, always the same half, so that a run can be repeated."""
    return isinstance(who, SignedIn) and sum(str(generated).encode("utf-8", "replace")) % 2 == 0


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    generated = (path_parameters or {}).get("id")
    for beginning, thing in THINGS.items():
        if generated is not None and context.operation.path.startswith(beginning) and is_chosen(generated):
            return {**path_parameters, "id": thing()}
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    # A number that is no id was generated to be wrong, and must stay so.
    numbers = [name for name in PROJECTS if type(body.get(name)) is int and 0 < body[name] < 2**63]
    return {**body, **{name: who.project() for name in numbers if is_chosen(body[name])}}


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = {**(case.headers or {}), **who.headers}


reached = set()


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code < 400:
        reached.add(case.operation.label)
    if response.status_code == 401 and isinstance(who, SignedIn):
        who.begin()


@atexit.register
def tell():
    print(f"{ROLE}: {len(reached)} operations did at least once what they were asked to", flush=True)
