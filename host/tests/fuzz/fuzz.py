"""Throws at every operation of the API what its description allows and what it does not, as a guest, as a user and as an
administrator. No answer may be a failure of the server, or other than the description says.

    python fuzz.py --server target/debug/sitewright --examples 50
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
ROLES = ["guest", "user", "admin"]
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
]
# What would answer 429 to most of what is tried, and calls to websites, which a test does not make.
SETTINGS = {
    "SITEWRIGHT_LISTEN": "127.0.0.1:0",
    "SITEWRIGHT_REALTIME_PORT": "0",
    "SITEWRIGHT_LOG": "error",
    "SITEWRIGHT_MAX_INSTANCES": "64",
    "SITEWRIGHT_LOGIN_FAILURES": "1000000",
    "SITEWRIGHT_LOGIN_FAILURES_PER_ADDRESS": "1000000",
    "SITEWRIGHT_REGISTRATIONS_PER_ADDRESS": "1000000",
    "SITEWRIGHT_FETCH_TIMEOUT": "1ms",
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="the program")
    parser.add_argument("--bundle", required=True, help="the folder with the plugins")
    parser.add_argument("--compiled", help="a folder in which compiled plugins are kept between runs")
    parser.add_argument("--examples", type=int, default=100, help="cases for each operation")
    parser.add_argument("--seed", type=int, help="other cases; without it they are the same each time")
    parser.add_argument("--stateful", action="store_true", help="also one operation after the other")
    return parser.parse_args()


def start(options, data):
    """The server, once it answers, and its address."""
    server = pathlib.Path(options.server).resolve()
    environment = {**SETTINGS, "SITEWRIGHT_DATA": str(data), "SITEWRIGHT_BUNDLE": str(pathlib.Path(options.bundle).resolve())}
    if options.compiled:
        compiled = pathlib.Path(options.compiled).resolve()
        compiled.mkdir(parents=True, exist_ok=True)
        (data / "cache").symlink_to(compiled)
    process = subprocess.Popen([server, "serve"], env=environment, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline().strip()
    return process, line.removeprefix("Serving "), {**environment, "FUZZ_SERVER": str(server)}


def schemathesis(options, role, base, environment):
    # A guest is refused nearly everywhere, before its input is read; what is public also answers users.
    coverage = [] if role == "guest" else ["coverage"]
    phases = ["examples", *coverage, "fuzzing"] + (["stateful"] if options.stateful else [])
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{base}/api/openapi.json"),
        *("--checks", ",".join(CHECKS), "--phases", ",".join(phases), "--max-examples", str(options.examples)),
        # A machine that is busy with something else is no finding; a server that hangs is.
        *("--request-timeout", "60"),
        *("--no-color", "--continue-on-failure", "--wait-for-schema", "300"),
        *(["--generation-deterministic"] if options.seed is None else ["--seed", str(options.seed)]),
    ]
    own = {"PYTHONDONTWRITEBYTECODE": "1", "FUZZ_BASE": base, "FUZZ_ROLE": role, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)}
    output = tempfile.TemporaryFile(mode="w+")
    with tempfile.TemporaryDirectory() as folder:
        code = subprocess.run(command, cwd=folder, env={**os.environ, **environment, **own}, stdout=output, stderr=output).returncode
    output.seek(0)
    return code, output.read()


def main():
    options = arguments()
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        server, base, environment = start(options, pathlib.Path(folder))
        try:
            with ThreadPoolExecutor() as pool:
                runs = {role: pool.submit(schemathesis, options, role, base, environment) for role in ROLES}
            for role, run in runs.items():
                code, output = run.result()
                print(output if code else "\n".join(output.strip().splitlines()[-2:]), flush=True)
                if code:
                    failed.append(role)
            if server.poll() is not None:
                failed.append(f"the server, which ended with {server.returncode}")
        finally:
            server.terminate()
            server.wait()
    if failed:
        sys.exit("Found something as: " + ", ".join(failed))


if __name__ == "__main__":
    main()
