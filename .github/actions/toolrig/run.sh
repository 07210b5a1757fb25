#!/usr/bin/env bash
# Runs a suite and tells GitHub of it: job summary, annotations, JUnit and a page to keep. Ends with the run's exit code.
set -euo pipefail

# Split at spaces, and nothing is expanded: the words may come from a pull request.
read -r -a words <<<"$ARGUMENTS"
if [ -n "$SUITE" ]; then words=("$SUITE" "${words[@]}"); fi

mkdir -p "$REPORTS"
code=0
npx --no-install toolrig run "${words[@]}" --out "$REPORTS/runs" --json >"$REPORTS/run.json" || code=$?

# The verdict is that of the gates, where there are some; a run that was not measured stays so whatever they say.
read_run='
  const text = fs.readFileSync(process.argv[1], "utf8");
  const run = text === "" ? {} : JSON.parse(text);
  const verdict = run.verdict === "INVALID" ? run.verdict : (run.gates ?? run).verdict;
  [run.runFolder ?? "", verdict ?? "", ""].join("\n")'
{ read -r folder && read -r verdict; } < <(node -p "$read_run" "$REPORTS/run.json")
{
  echo "exit-code=$code"
  echo "run-folder=$folder"
  echo "verdict=$verdict"
} >>"$GITHUB_OUTPUT"
if [ -z "$folder" ]; then
  echo "::error title=toolrig::The run did not begin (exit code $code): see the log above"
  exit "$code"
fi

# Its exit code is that of the run, which decides below.
npx --no-install toolrig report "$folder" --annotations \
  --md "$REPORTS/summary.md" --junit "$REPORTS/junit.xml" --html "$REPORTS/report.html" || true
if [ -f "$REPORTS/summary.md" ]; then cat "$REPORTS/summary.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$code"
