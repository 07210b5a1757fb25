#!/usr/bin/env bash
# Runs suites and reports them to GitHub: job summary, annotations, JUnit, a page and pictures to keep. Ends with the
# exit code of the run; of several, with the one that has the highest priority.
set -euo pipefail

if ! npx --no-install toolrig --version >/dev/null 2>&1; then
  echo "::error title=toolrig::toolrig is not installed here: add it with \`npm install --save-dev toolrig\` and run \`npm ci\` before this action"
  exit 2
fi

# Split at spaces, and nothing is expanded: the words may come from a pull request.
read -r -a words <<<"$ARGUMENTS"
mapfile -t suites < <(grep -v '^[[:space:]]*$' <<<"$SUITE" || true)
if [ "${#suites[@]}" -eq 0 ]; then suites=(''); fi

# The verdict is that of the gates, where there are some; a run that was not measured stays so whatever they say.
read_run='
  const text = fs.readFileSync(process.argv[1], "utf8");
  const run = text === "" ? {} : JSON.parse(text);
  const verdict = run.verdict === "INVALID" ? run.verdict : (run.gates ?? run).verdict;
  [run.runFolder ?? "", verdict ?? "", ""].join("\n")'

# From the exit code with the highest priority to the one that counts only when all agree.
order='130 2 4 1 3 0'
code=''
verdict=''
folders=()

# Where a reader of the summary finds the page and the pictures.
footer=''
if [ -n "${ARTIFACT:-}" ] && [ -n "${GITHUB_RUN_ID:-}" ]; then
  footer="[Page, pictures and JUnit of this run]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID#artifacts)"
fi

place=0
for suite in "${suites[@]}"; do
  place=$((place + 1))
  to="$REPORTS"
  if [ "${#suites[@]}" -gt 1 ]; then to="$REPORTS/$place"; fi
  mkdir -p "$to"
  named=()
  if [ -n "$suite" ]; then named=("$(xargs <<<"$suite")"); fi
  own=0
  npx --no-install toolrig run "${named[@]}" "${words[@]}" --out "$to/runs" --json >"$to/run.json" || own=$?
  { read -r folder && read -r one; } < <(node -p "$read_run" "$to/run.json")
  for known in $order; do
    if [ "$known" = "$own" ]; then code=$own verdict=$one; fi
    if [ "$known" = "$own" ] || [ "$known" = "$code" ]; then break; fi
  done
  code=${code:-$own}
  if [ -z "$folder" ]; then
    echo "::error title=toolrig::The run did not begin (exit code $own): see the log above"
    continue
  fi
  folders+=("$folder")
  # Its exit code is that of the run, which decides below.
  npx --no-install toolrig report "$folder" --annotations \
    --md "$to/summary.md" --junit "$to/junit.xml" --html "$to/report.html" --svg "$to/pictures" || true
  if [ -f "$to/summary.md" ]; then
    if [ -n "$footer" ]; then printf '\n%s\n' "$footer" >>"$to/summary.md"; fi
    cat "$to/summary.md" >>"$GITHUB_STEP_SUMMARY"
  fi
done

{
  echo "exit-code=$code"
  echo "verdict=$verdict"
  if [ "${#folders[@]}" -lt 2 ]; then
    echo "run-folder=${folders[0]:-}"
  else
    echo 'run-folder<<END_OF_FOLDERS'
    printf '%s\n' "${folders[@]}"
    echo 'END_OF_FOLDERS'
  fi
} >>"$GITHUB_OUTPUT"
exit "$code"
