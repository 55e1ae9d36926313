/** Returns the current time, epoch milliseconds. It is a parameter everywhere, so that tests can set it. */
export type Clock = () => number
