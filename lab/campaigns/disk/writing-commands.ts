/**
 * A command that writes, in a folder with two shards `one` and `two`, a run `whole`, the same `again`, one of `other`
 * scores, a `cut` one and a `capture.txt`.
 */
export interface WritingCommand {
	readonly name: string;
	readonly args: readonly string[];
	/** The log that it writes anew or goes on with. */
	readonly writes?: string;
	/** What it makes, which is whole or not there where it succeeds. */
	readonly makes: string;
	/** Exit codes where the disk has room for all. */
	readonly succeeds: readonly number[];
}

const RUN = ['--suite', 'prefix', '--threads', '1', '--max-tokens', '8', '--quiet'];

export function writingCommands(model: string): readonly [WritingCommand, ...WritingCommand[]] {
	const run = ['run', '--model', model, ...RUN];
	return [
		{ name: 'run', args: [...run, '--out', 'new', '--limit', '4'], makes: 'new/log.jsonl', succeeds: [0, 3] },
		{ name: 'rescore', args: ['rescore', 'other'], writes: 'other', makes: 'other/log.jsonl', succeeds: [0] },
		{
			name: 'resume',
			args: [...run, '--out', 'cut', '--resume'],
			writes: 'cut',
			makes: 'cut/log.jsonl',
			succeeds: [0],
		},
		{ name: 'merge', args: ['merge', 'one', 'two', '--out', 'new'], makes: 'new/log.jsonl', succeeds: [0] },
		{
			name: 'ingest',
			args: ['ingest', 'capture.txt', '--model', 'scripted', '--out', 'new'],
			makes: 'new/log.jsonl',
			succeeds: [0],
		},
		{ name: 'report', args: ['report', 'whole'], makes: 'whole/report.html', succeeds: [0] },
		{ name: 'compare', args: ['compare', 'whole', 'again', '--out', 'new'], makes: 'new', succeeds: [0] },
		{
			name: 'label',
			args: ['label', 'whole', '--who', 'someone', '--export', 'labels-new.csv'],
			makes: 'labels-new.csv',
			succeeds: [0],
		},
		{
			name: 'gate --save-baseline',
			args: ['gate', 'whole', '--gate', 'gate.yaml', '--save-baseline', 'baseline.json'],
			makes: 'baseline.json',
			succeeds: [0],
		},
	];
}
