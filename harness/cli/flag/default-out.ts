/** Where run folders lie when no other place is named, below the working folder. */
export const defaultOut = 'reports/runs';
