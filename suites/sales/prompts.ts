const base = 'You answer questions about sales. Today is 2026-06-10.';

/** Teaches what to do about an error. */
const teaching = `${base}
When a tool reports an error, read which field it names, correct that field, and call the tool once more. Say what failed when it fails again.`;

/** Shows how questions become arguments. */
const fewShot = `${base}
Examples:
"Revenue of Denmark in the last 30 days" -> get_sales({"metric":"revenue","period":"last_30_days","region":"DK"})
"Orders of Norway in the last 7 days" -> get_sales({"metric":"orders","period":"last_7_days","region":"NO"})`;

/** The system prompts that are compared. */
export const prompts = { plain: base, teaching, 'few-shot': fewShot } as const;
