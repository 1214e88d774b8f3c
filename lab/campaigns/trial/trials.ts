import type { Trial } from './trial.ts';

/** Every campaign that tries to break something, by name; loaded when it is run. */
export const TRIALS: readonly {
	readonly name: string;
	readonly about: string;
	load(): Promise<Trial>;
}[] = [
	{
		name: 'kills',
		about:
			'SIGKILL to group, parent and engine in runs and reports, and every cut of a log: nothing is lost, doubled or changed',
		load: async () => (await import('../kills/kills.ts')).kills,
	},
	{
		name: 'disk',
		about: 'every writing command on disks that are full: the log that was there is intact',
		load: async () => (await import('../disk/disk.ts')).disk,
	},
	{
		name: 'payloads',
		about: 'hostile texts in every field of every output: nothing runs, no formula, no control character',
		load: async () => (await import('../payloads/payloads.ts')).payloads,
	},
	{
		name: 'fuzz',
		about: 'damaged inputs for every reader: typed errors only',
		load: async () => (await import('../fuzz/fuzz.ts')).fuzz,
	},
	{
		name: 'servers',
		about: 'servers that misbehave: a verdict only where there is evidence, bounded memory, no key in any output',
		load: async () => (await import('../servers/servers.ts')).servers,
	},
	{
		name: 'downloads',
		about: 'pairs of downloads of one model, from servers that misbehave: whole files or none',
		load: async () => (await import('../downloads/downloads.ts')).downloads,
	},
	{
		name: 'queue',
		about: 'killed workers, and a Redis that restarts empty: a run ends by itself, nothing counts twice',
		load: async () => (await import('../queue/queue.ts')).queue,
	},
	{
		name: 'templates',
		about: 'chat templates that do not end, recurse or allocate: refused in bounded time',
		load: async () => (await import('../templates/templates.ts')).templates,
	},
	{
		name: 'soak',
		about: 'a long run on a scripted model, with the memory of its process sampled: flat',
		load: async () => (await import('../soak/soak.ts')).soak,
	},
];
