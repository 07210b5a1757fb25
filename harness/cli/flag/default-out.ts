/** The default root of run folders, below the working folder. */
export const defaultOut = 'reports/runs';
