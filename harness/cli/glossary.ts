/** The words of toolrig, a line each. */
export const glossary = `suite      toolsets, scenarios, a world and defaults, in one file
toolset    a named, versioned list of tools, such as orders@2
scenario   one user request, the world it starts in, and what must, may and must not happen
world      the state behind the tools; it owns the ledger
ledger     the effects that really happened; the journal is what a loop believes
variant    model x toolset x prompt x loop x parameters: what is compared
fault      something broken on purpose, at a named place, before or after the effect
trial      one attempt: scenario x variant x fault plan x repeat; its name is its lane
cassette   the recording of one lane; replay never touches the network
transcript the events of a trial, seen at the model boundary and at the tool boundary
score      what a scorer says of one trial, with a reason for every loss; a metric is over many
verdict    PASS, FAIL, REGRESSION, INCONCLUSIVE, or INVALID when nothing could be measured
`;
