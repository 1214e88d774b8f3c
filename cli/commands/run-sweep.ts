import type { Command } from 'commander';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { dropText, formatSpan } from '../../reports/sweep/words.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { choicesIn } from '../../run/choices.ts';
import { openConfig } from '../../run/compose/open-config.ts';
import type { SweepRequest } from '../../run/sweep/measure.ts';
import { runSweep } from '../../run/sweep/sweep.ts';
import { INTERRUPTED_EXIT_CODE } from '../../src/base/errors.ts';
import { english, type Said } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { SweepConfig } from '../../src/config/define.ts';
import type { OpenChoices } from '../../src/eval/settings.ts';
import type { Margins } from '../../src/summary/compare/answer.ts';
import { catchInterrupt, reportFailure, STOPPING, tell } from '../process.ts';
import { showRun } from '../progress.ts';
import { writeSweep } from '../results/sweep.ts';

/** The axes that are flags, under their names in a config. */
const AXES: readonly (keyof SweepConfig)[] = [
	...(['model', 'runner', 'threads', 'kv', 'context', 'flashAttention'] as const),
	...(['budget', 'maxMemory', 'maxTurn'] as const),
];

interface SweepFlags extends SweepConfig, OpenChoices {
	readonly config?: string;
	readonly suite?: readonly string[];
	readonly margin?: Margins;
	readonly out?: string;
	readonly resume: boolean;
	readonly json: boolean;
	readonly quiet: boolean;
	readonly lang: 'en' | 'ko';
}

/** Runs the sweep, writes its reports, and returns the exit code. */
export async function sweep(command: Command): Promise<number> {
	const flags = command.opts<SweepFlags>();
	const opened = await openConfig(flags.config);
	const isFlag = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
	const lang = isFlag('lang') ? flags.lang : (opened?.config.lang ?? flags.lang);
	const interrupt = catchInterrupt(() => process.stderr.write(`\n${STOPPING}\n`));
	const shown = showRun(flags.quiet);
	try {
		const { folder } = await runSweep(
			{ ...requestOf(flags), signal: interrupt.signal, listen: listener(shown) },
			opened,
		);
		shown.finish();
		await writeSweep(folder, { lang, json: flags.json, cells: true });
		if (!interrupt.signal.aborted) return 0;
		tell(`to continue: gemmark sweep --resume --out ${shownPath(folder)}`);
		return INTERRUPTED_EXIT_CODE;
	} catch (error) {
		// Ctrl-C while cells were loaded.
		if (!interrupt.signal.aborted) throw error;
		reportFailure(error);
		return INTERRUPTED_EXIT_CODE;
	} finally {
		shown.finish();
		interrupt.release();
	}
}

function requestOf(flags: SweepFlags): SweepRequest {
	const { suite, margin, out, resume } = flags;
	const axes = Object.fromEntries(AXES.flatMap((axis) => (flags[axis] === undefined ? [] : [[axis, flags[axis]]])));
	return { axes, suites: suite, margin, out, resume, ...choicesIn(flags) };
}

function listener({ listen, print }: ReturnType<typeof showRun>): NonNullable<SweepRequest['listen']> {
	const locale = localeOf('en');
	const { sweep: words } = locale;
	const said = new Set<string>();
	return {
		...listen,
		// All cells say the same.
		warning(warning: Said) {
			const line = singleLine(english(warning));
			if (!said.has(line)) print(`gemmark: ${line}`);
			said.add(line);
		},
		cell({ name, refused, drop }, cells) {
			const text =
				refused !== undefined
					? words.refused({ reason: english(refused) })
					: drop === undefined
						? words.taken
						: dropText(drop, (index) => cells[index]?.name ?? '', locale);
			print(singleLine(`${name}: ${text}`));
		},
		block(done, total, living, leftMs) {
			const left = leftMs === undefined ? '' : `, ${formatSpan(Math.max(0, leftMs))} of the budget left`;
			listen.progress?.({ title: 'sweep', done, total, label: `${living} cells${left}` });
		},
	};
}
