/** What a tool does to the world: nothing, a write that may repeat, a write that must happen at most once. */
export type EffectGrade = 'read' | 'idempotent' | 'irreversible';
