#!/bin/bash
# run.sh PROGRAMS TARGET SECONDS: one reader under libFuzzer, as `make fuzz-parsers` calls it.
set -euo pipefail
here=$(dirname "$0") programs=$1 target=$2 out=target/fuzz-parsers
mkdir -p "$out/found" "$out/corpus/$target"
if [ "$target" = package ]; then export ARCHIVES="$out/corpus/package"; fi
if ! "$programs/$target" -max_total_time="$3" -timeout=60 -rss_limit_mb=1024 -max_len=20000 -print_final_stats=1 \
    -artifact_prefix="$out/found/$target-" "$out/corpus/$target" "$here/seeds/$target" > "$out/$target.log" 2>&1; then
  tail -n 40 "$out/$target.log"
  exit 255 # which ends the others too
fi
sed -n "s/^Done/$target:/p" "$out/$target.log"
