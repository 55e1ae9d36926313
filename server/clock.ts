/** The time now, epoch milliseconds. A parameter everywhere, so that tests can set it. */
export type Clock = () => number
