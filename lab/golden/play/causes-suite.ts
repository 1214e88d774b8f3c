import { packageEntry } from './package-entry.ts';

const { defineSuite, scorers, solveAppTurn } = await import(packageEntry('.'));

interface Asked {
	readonly id: string;
	readonly input: string;
}
interface Turn {
	readonly answer?: string;
	readonly calls: readonly unknown[];
}

/** Samples that are unscored for every cause that a run by itself can have; `kind` groups them. */
const IDS = [
	'whole-yes',
	'whole-no',
	'whole-call',
	'engine-failed',
	'engine-stream-end',
	'empty-answer',
	'cut-length',
	'cut-behind-call',
	'cut-in-call',
	'cut-context-full',
	'context-overflow',
	'prompt-cut',
	'cut-deadline',
	'generation-timeout',
	'interrupted',
	'unreadable-family',
	'unreadable-beside',
	'swallowed-by-engine',
	'swallowed-silence',
	'refused-by-server',
	'not-recorded',
	'nothing-asked',
	'foreign',
	'contradictory',
	'too-large',
	'own-code-failed',
	'own-code-gives-none',
	'scorer-failed',
	'scorer-gives-none',
	'not-applicable',
	'score-missing',
];

async function solve(sample: Asked, context: object): Promise<object> {
	if (sample.id === 'own-code-failed') throw new TypeError('the suite failed');
	if (sample.id === 'own-code-gives-none') return { messages: [], facts: { at: new Map() } };
	if (sample.id === 'nothing-asked') return { messages: [{ role: 'user', text: sample.input }], facts: {} };
	const turn = await solveAppTurn(sample.input, context);
	return sample.id === 'too-large' ? { ...turn, facts: nested(1100) } : turn;
}

function nested(depth: number): object {
	return depth === 0 ? {} : { in: nested(depth - 1) };
}

function score({ id }: Asked, { answer = '', calls }: Turn): unknown {
	if (id === 'scorer-failed') throw new RangeError('the scorer failed');
	if (id === 'scorer-gives-none') return 'yes';
	if (id === 'not-applicable') return { unscored: 'not-applicable' };
	if (id === 'score-missing') return undefined;
	return answer.includes('yes') || calls.length > 0 ? true : { value: false, reason: 'no-yes' };
}

export const causes: object = defineSuite({
	name: 'causes',
	samples: IDS.map((id) => ({ id, input: `Tell me of ${id}.` })),
	solve,
	scorers: [
		{ name: 'says', main: true, score },
		{ name: 'words', kind: 'number', unit: 'words', score: (_: Asked, { answer }: Turn) => answer?.split(' ').length },
		scorers.called(),
		scorers.strictFormat(),
	],
	groups: ({ id }: Asked) => ({ kind: id.split('-')[0] }),
	decision: { hits: 3, of: IDS.length, paths: { ship: { title: 'ship it' }, wait: { title: 'wait' } } },
});
