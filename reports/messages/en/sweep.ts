import { counted } from '../../../src/base/message.ts';
import { sentences } from '../sentences.ts';

/** What makes a cell: its weights, engine and what else differs between cells. */
export interface CellWords {
	readonly build: string;
	readonly engine: string;
	readonly threads?: number;
	readonly kv?: string;
	readonly context?: number;
	readonly flash?: boolean;
}

/** Prompts that were lost and gained, of those compared. */
export interface FlipWords {
	readonly lost: number;
	readonly gained: number;
	readonly n: number;
}

/** The page of a sweep. Numbers come formatted. */
export const sweepEn = sentences({
	sweep: {
		title: 'gemmark sweep',
		details: 'sweep',
		sections: {
			answer: 'Answer',
			picture: 'Right answers against turn time',
			cells: 'All builds',
			parity: 'Same model, other engines',
			repeat: 'Repeat',
		},
		cell: ({ build, engine, threads, kv, context, flash }: CellWords) =>
			[
				`${build} on ${engine}${threads === undefined ? '' : ` with ${counted(threads, 'thread')}`}`,
				...(kv === undefined ? [] : [`${kv} cache`]),
				...(context === undefined ? [] : [`context ${context}`]),
				...(flash === undefined ? [] : [flash ? 'flash attention' : 'no flash attention']),
			].join(', '),
		ship: 'Ship {cell}.',
		cantTell: "Can't tell yet which build to ship.",
		none: 'No build is within the limits.',
		turnTakes: 'A turn takes {turn}.',
		memoryPeaks: 'Memory peaks at {memory}.',
		turnAndMemory: 'A turn takes {turn} and memory peaks at {memory}.',
		against: (reference: string, { lost, gained, n }: FlipWords) =>
			`Against ${reference} it lost ${counted(lost, 'prompt')} and gained ${gained} of ${n}.`,
		sameAnswers: 'All builds gave the same answers to the {n} {n|prompt|prompts} that they share.',
		othersLose: 'Every other build is certainly worse.',
		onlyOne: 'Only {cell} could be measured.',
		alone: 'No other cell is within the limits.',
		/** Of cells without an order of size. */
		chosenOf: 'It was chosen among {k} without an order of size, so its bound uses 5% divided by {k}.',
		open: (cells: string, { lost, gained, n }: FlipWords, groups: number) =>
			`${cells}: can't tell yet. ${groups === 1 ? 'It' : 'Each'} lost ${counted(lost, 'prompt')} and gained ${gained} of ${n}.`,
		openAfter: "{cells}: can't tell, because a larger build did not pass.",
		amongUnordered: 'It is one of {k} without an order of size, which takes more prompts than it would alone.',
		dont: "Don't ship {cells}: {why}.",
		openMore: "{n} {n|more group of builds|more groups of builds}: can't tell yet.",
		goOn: 'The sweep ended after {asked} of {of} {of|prompt|prompts}. To continue: {command}',
		meanwhile: 'Until then, {cell} is the build that loses nothing.',
		subject: '{cells} {cells|build or setting|builds and settings}, {prompts} {prompts|prompt|prompts} each',
		used: (used: string, budget: string | undefined) =>
			budget === undefined ? `${used} used` : `${used} of ${budget} used`,
		outcome: {
			complete: 'all prompts asked',
			settled: 'ended early: every question was settled',
			budget: 'ended by the budget',
			interrupted: 'interrupted',
		},
		pictureLead: 'Up and to the left is better. Bars are 95% intervals; numbers refer to the table.',
		pictureLabel: 'Right answers against turn time of {n} {n|build|builds}. {best}',
		point: '{number}. {cell}: {figures}',
		rightOf: '{hits} of {n} right',
		shipThis: 'Ship this',
		faster: '← faster',
		slower: 'typical turn, slower →',
		area: (most: string) => `Area: peak memory, ${most} at most`,
		legend: {
			considered: 'worth considering',
			beaten: 'another build gets as many right in no more time and memory, or it was dropped',
			frontier: 'best quality at that speed',
		},
		cellsLead: 'Those worth considering first, then the ones that another beats.',
		heads: {
			build: 'Build',
			engine: 'Engine',
			threads: 'Threads',
			cache: 'Cache',
			context: 'Context',
			flash: 'Flash attention',
			right: 'Right, 95%',
			turn: 'Turn',
			memory: 'Peak memory',
			file: 'File',
		},
		onOff: (on: boolean): string => (on ? 'on' : 'off'),
		noteShip: '✓ ship this',
		noteRight: (more: number) =>
			more > 0 ? `${counted(more, 'more answer')} right` : `${counted(-more, 'answer')} fewer right`,
		noteTime: (percent: number, slower: boolean) => `${percent}% ${slower ? 'slower' : 'faster'}`,
		noteTimes: '{times}× as slow',
		noteMemory: (bytes: string, more: boolean) => `${bytes} ${more ? 'more' : 'less'}`,
		beatenEqual: (faster: string | undefined) =>
			faster === undefined ? 'gets as many right' : `gets as many right, ${faster} faster`,
		beatenBetter: (faster: string | undefined) =>
			faster === undefined ? 'gets more right' : `gets more right, ${faster} faster`,
		buildNumber: (number: number) => `Build ${number}`,
		drop: {
			memory: 'dropped: memory peaked at {peak}, the limit is {limit}',
			time: 'dropped: {over} of {n} {n|turn|turns} took longer than {limit}',
			slower: 'dropped: same answers as {than}, slower in {slower} of {n} {n|block|blocks}',
			quality: 'dropped: lost {lost} {lost|prompt|prompts}, gained {gained} against {reference}; certainly worse',
		},
		taken: 'included again: its answers may differ now',
		refused: 'refused: {reason}',
		refusedCells: '{n} {n|cell|cells} refused: {reason}',
		failed: 'failed: {reason}',
		askedOf: '{asked} of {planned} asked',
		parityLead: 'Each engine against the first one, on the same prompts.',
		parityHeads: ['Engine', 'Same answers?', 'Equal answers', 'First token that differs', 'Flips', 'Outcomes'],
		same: { yes: 'yes', no: 'no', 'cant-tell': "can't tell" },
		sameSaid: {
			yes: 'Every answer is the same.',
			no: 'The scores differ by more than chance.',
			'cant-tell': (differ: number) =>
				`${counted(differ, 'answer differs', 'answers differ')}; the scores do not, so far.`,
		},
		versus: '{build}, against {first}',
		equal: '{equal} of {compared} equal',
		sameCalls: '{equal} of {all} with the same calls',
		parityPrompts: 'Prompt by prompt: {engine}',
		promptHeads: ['Prompt', 'Same calls', 'Same words', 'First token that differs'],
		token: 'token {token} typically, of {longest}',
		never: 'never',
		flips: '{lost} lost, {gained} gained',
		p: 'p = {p}',
		noFlips: 'no flips',
		outcomes: (called: number, malformed: number, failed: number) =>
			[
				`${called} called`,
				...(malformed > 0 ? [`${malformed} malformed`] : []),
				...(failed > 0 ? [`${failed} failed`] : []),
			].join(', '),
		parts: 'First difference of {engine}: {place}',
		placeOf: '{suite}/{sample}, token {token}',
		resume: 'Continue or repeat',
		footer: 'Made by gemmark {version} from {logs} {logs|log.jsonl file|log.jsonl files}.',
	},
});
