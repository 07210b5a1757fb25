/** Sets the exit code of the process when a command has done its work. */
export type SetExitCode = (code: number) => void;
