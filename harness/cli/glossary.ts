/** The terms of toolrig, one per line. */
export const glossary = `suite      toolsets, scenarios, a world and defaults, in one file
toolset    a named, versioned list of tools, such as orders@2
scenario   one user request, the world it starts in, and what must, may and must not happen
world      the state behind the tools, with the ledger
ledger     the effects that really happened; the journal of a loop has those it knows of
variant    model x toolset x prompt x loop x parameters; comparisons are between variants
fault      an injected failure at a named place, before or after the effect
trial      one attempt: scenario x variant x fault plan x repeat; its name is its lane
cassette   the recording of one lane; replay never touches the network
transcript the events of a trial, seen at the model boundary and at the tool boundary
score      the result of a scorer for one trial, with a reason for every loss; a metric covers many trials
verdict    PASS, FAIL, REGRESSION, INCONCLUSIVE, or INVALID when nothing could be measured
`;
