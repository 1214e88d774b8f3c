import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { english, type Message, message } from '../src/base/message.ts';
import { isPolicyChoice } from '../src/config/define.ts';
import { marginsField, REPORT_LANG } from '../src/config/schema.ts';
import { SETTINGS } from '../src/eval/settings/rows.ts';
import type { PolicyChoice } from '../src/eval/settings.ts';
import type { Margins } from '../src/summary/compare/answer.ts';

/** Commander parser for a path or name: an unset shell variable must not become the working folder. */
export function filled(text: string): string {
	if (text.trim() === '') throw invalid(message('flag.empty'));
	return text;
}

/** Commander parser for a whole number within bounds. */
export function integer(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (!/^[+-]?\d+$/u.test(text) || value < minimum || value > maximum) {
			throw invalid(message('flag.whole-number', range(minimum, maximum)));
		}
		return value;
	};
}

/** Commander parser for a comma-separated list of whole numbers within bounds. */
export function integers(minimum: number, maximum: number): (text: string) => readonly number[] {
	const one = integer(minimum, maximum);
	return (text) => [...new Set(text.split(',').map((entry) => one(entry.trim())))];
}

/** Commander parser for a finite number within bounds. */
export function number(minimum: number, maximum: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (text.trim() === '' || !Number.isFinite(value) || value < minimum || value > maximum) {
			throw invalid(message('flag.number', range(minimum, maximum)));
		}
		return value;
	};
}

/** Commander parser for comma-separated names; an option given again adds to them. */
export function names(text: string, before: readonly string[] = []): readonly string[] {
	const entries = text.split(',').map((entry) => entry.trim());
	if (entries.includes('')) throw invalid(message('flag.names'));
	return [...new Set([...before, ...entries])];
}

/** Commander parser for `i/n`, 1-based. */
export function shard(text: string): { readonly index: number; readonly count: number } {
	const match = /^(\d{1,6})\/(\d{1,6})$/u.exec(text);
	const index = Number(match?.[1]);
	const count = Number(match?.[2]);
	if (match === null || index < 1 || index > count) {
		throw invalid(message('flag.shard'));
	}
	return { index, count };
}

/** Commander parser for a time such as `30m`: seconds. */
export function seconds(text: string): number {
	const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])$/u.exec(text) ?? [];
	const { success, data } = SETTINGS.sustain.chosen.safeParse(Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's']);
	if (!success) throw invalid(message('flag.seconds'));
	return data;
}

/** Commander parser for a prefix policy, or the run that decided it. */
export function policy(text: string): PolicyChoice {
	if (!isPolicyChoice(text)) throw invalid(message('flag.policy'));
	return text;
}

/** Commander parser for how a model may think: `off`, `on`, or a budget in tokens. */
export function thinking(text: string): 'off' | 'on' | number {
	const { chosen } = SETTINGS.thinking;
	const { success, data } = chosen.safeParse(/^\d+$/u.test(text) ? Number(text) : text);
	if (!success) throw invalid(message('flag.thinking', { maximum: Number(chosen.options[1].maxValue) }));
	return data;
}

/** Commander parser for one of several words. */
export function choice(choices: readonly string[]): (text: string) => string {
	return (text) => {
		if (!choices.includes(text)) throw invalid(message('flag.choice', { choices }));
		return text;
	};
}

/** Commander parser for acceptable losses: one of all suites, or `SUITE=10%` with commas between them; may stand again. */
export function margin(text: string, before?: Margins): Margins {
	const entries = text.split(',').map((entry): readonly [suite: string | undefined, margin: number] => {
		const [, suite, share = ''] = /^(?:([^=]+)=)?(.*)$/u.exec(entry.trim()) ?? [];
		const { success, data } = marginsField.safeParse(share.endsWith('%') ? share : Number(share || 'none'));
		if (!success || typeof data !== 'number') throw invalid(message('flag.margin'));
		return [suite, data];
	});
	const [[suite, all] = []] = entries;
	if (suite === undefined && all !== undefined && entries.length === 1) return all;
	if (entries.some(([suite]) => suite === undefined)) throw invalid(message('flag.margin'));
	return { ...(typeof before === 'object' && before), ...Object.fromEntries(entries) };
}

/** Commander collector for an option that may stand more than once. */
export function repeated(value: string, earlier: readonly string[] | undefined): readonly string[] {
	return [...(earlier ?? []), value];
}

function range(minimum: number, maximum: number): { readonly minimum?: number; readonly maximum?: number } {
	return {
		...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
		...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
	};
}

function invalid(said: Message): InvalidArgumentError {
	return new InvalidArgumentError(english(said));
}

/** `--margin` of what compares runs. */
export function marginOption(): Option {
	return new Option(
		'--margin <share>',
		'acceptable loss of prompts, such as 10%, or by suite: frame=5%,prefix=20% (default: 10%, 20% for a decision of fifteen)',
	).argParser(margin);
}

/** `--lang` of what writes reports. */
export function langOption(): Option {
	return new Option('--language, --lang <code>', REPORT_LANG).choices(['en', 'ko']).default('en');
}

/** The same of what writes them for a run that may have reports, or whose config may say it. */
export function reportLangOption(): Option {
	return new Option('--language, --lang <code>', `${REPORT_LANG} (default: as in existing reports, or en)`).choices([
		'en',
		'ko',
	]);
}

export function addConfigOption(command: Command): Command {
	return command.option(
		'-c, --config <file>',
		'config of the runs: its code runs, and its suites score them again for comparison',
		filled,
	);
}

export function addGateOptions(command: Command): Command {
	return command
		.option('--gate <file>', 'thresholds; exit code 1 if one fails', filled)
		.option('--baseline <run>', 'run or --save-baseline file to compare with in the gate', filled)
		.option(
			'--allow <field>',
			'field in which compared runs or parts of a run may differ, such as code or backend; repeatable',
			repeated,
		)
		.option('--save-baseline <file>', 'write a baseline for later gates, small enough to commit', filled);
}

/** Lets `--help` show only the options `most`, by their long flags and in that order, and `--help-all` all of them. */
export function addShortHelp(command: Command, most: readonly string[]): void {
	let showsAll = false;
	command.option('--help-all', 'show every option').on('option:help-all', () => {
		showsAll = true;
		command.help();
	});
	command.configureHelp({
		...command.configureHelp(),
		formatHelp(of, helper) {
			if (!showsAll) {
				const all = helper.visibleOptions(of);
				const shown = [...most, '--help-all'].flatMap((flag) => all.find(({ long }) => long === flag) ?? []);
				helper.visibleOptions = () => shown;
				helper.groupItems = (_, visible) => new Map([['Options:', visible]]);
			}
			return Help.prototype.formatHelp.call(helper, of, helper);
		},
	});
}

/** What any command takes that can gate a run. */
export interface GateRequest {
	readonly gate?: string;
	/** Run, or file of `--save-baseline`, that the gate compares with. */
	readonly baseline?: string;
	/** Fields in which compared runs may differ beyond what comparing them means. */
	readonly allow?: readonly string[];
	/** File that takes what later gates compare with. */
	readonly saveBaseline?: string;
}

/** What commands take that summarize runs. */
export interface ConfigRequest {
	/** File of a config whose suites score the runs again. */
	readonly config?: string;
}
