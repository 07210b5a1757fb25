/** What a tool does to the world: nothing, a write that may repeat, a write that must happen at most once. */
export const effectGrades = ['read', 'idempotent', 'irreversible'] as const;
export type EffectGrade = (typeof effectGrades)[number];
