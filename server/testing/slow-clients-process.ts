/*
 * Slow clients in a process of their own, so that they do not take the time of the server whose answers are timed. Its words are the
 * port and how many they are. It prints how they were cut off.
 */
import { connectSlowClients } from './slow-clients.ts'

const [, , port, count] = process.argv
process.stdout.write(JSON.stringify(await connectSlowClients(Number(port), Number(count))))
