import { message, type Said } from '../../src/base/message.ts';
import { choicesOf } from '../../src/eval/header.ts';
import { rescoredNotes, unendedNotes } from '../../src/log/warnings.ts';
import { timesMessage } from '../../src/summary/notices.ts';
import { namedField } from '../history/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import type { Notice } from '../messages/en/report.ts';
import type { ComparedRun } from './words.ts';

/** Plain text that may quote a log. */
interface ComparisonNotice {
	readonly kind: 'miniature' | 'cut';
	readonly sign: string;
	readonly said: Notice;
}

/** What limits a comparison; `allow`: identity fields that may differ. */
export function comparisonNotices(
	runs: readonly ComparedRun[],
	locale: Locale,
	allow: readonly string[],
): readonly ComparisonNotice[] {
	const { comparison: words } = locale;
	const note = (sign: string, said: Notice, kind: ComparisonNotice['kind'] = 'cut'): ComparisonNotice => ({
		kind,
		sign,
		said,
	});
	const of = (name: string, text: string): Notice => [`${name}:`, text];
	const miniatures = runs.filter(({ log }) => log.header.model.miniature).map(({ name }) => name);
	const times = Map.groupBy(
		runs.filter(({ log }) => timesMessage(log.header) !== undefined),
		({ log }) => [locale.say, locale.remedyOf].map((say) => say(timesMessage(log.header) as Said)).join(' '),
	);
	const blocking = new Set(runs.flatMap(({ against }) => against?.identity.blocking.map(({ field }) => field) ?? []));
	return [
		...(miniatures.length === 0 ? [] : [note('▪', words.miniature(miniatures.join(', ')), 'miniature')]),
		...runs.flatMap(({ name, against }) => (against?.paired === 0 ? note('!', words.nothing(name)) : [])),
		...runs.flatMap(({ name, summary }) => {
			const chosen = choicesOf(summary.run.settings).map(locale.say).join(', ');
			const parts = summary.samples.parts.map(({ suite, there, whole }) => words.partOf(suite, there, whole, chosen));
			return parts.length === 0 ? [] : note('◌', words.part(name, parts.join('; ')));
		}),
		...runs.flatMap(({ name, log }) => {
			const lines = unendedNotes(log).map((line) => locale.say(line));
			return lines.length === 0 ? [] : note('!', of(name, lines.join(' ')));
		}),
		...sharedWarnings(runs, locale).map(({ names, text }) => note('!', of(names, text))),
		...Array.from(times, ([text, untimed]) => note('!', of(untimed.map(({ name }) => name).join(', '), text))),
		...runs.flatMap(({ name, against }) =>
			(against?.scoredOtherwise ?? []).map((one) =>
				note('≠', of(name, locale.say(message('gate.other-scoring', { ...one })))),
			),
		),
		...runs.flatMap(({ name, log }) => rescoredNotes(log).map((line) => note('↻', of(name, locale.say(line))))),
		...runs.flatMap(({ name, against: { onlyFirst = 0, onlySecond = 0 } = {} }) =>
			onlyFirst + onlySecond === 0 ? [] : note('◌', words.onlyOne(name, onlyFirst, onlySecond)),
		),
		...runs.flatMap(({ name, against }) => {
			const { onlyFirst = [], onlySecond = [] } = against?.identity ?? {};
			if (onlyFirst.length + onlySecond.length === 0) return [];
			return note('◌', words.onlySuites(name, onlyFirst.join(', '), onlySecond.join(', ')));
		}),
		...unknownConditions(runs, locale).map((said) => note('?', said)),
		...(allow.length === 0
			? []
			: [...blocking].map((field) => note('≠', words.allowed(namedField(field, locale.lang))))),
	];
}

/** Settings that logs do not record, with the names of the runs. */
export function unknownConditions(
	runs: readonly Pick<ComparedRun, 'name' | 'unknown'>[],
	{ comparison: words }: Locale,
): readonly Notice[] {
	const some = runs.filter(({ unknown }) => unknown.length > 0);
	return Array.from(Map.groupBy(some, ({ unknown }) => unknown.join()).values(), (group) => {
		const what = group[0]?.unknown.map((field) => words.unrecorded[field]).join('; ') ?? '';
		return words.unknown(group.map(({ name }) => name).join(', '), what);
	});
}

/** Warnings of the runs; equal ones once, with the names of their runs. */
function sharedWarnings(
	runs: readonly ComparedRun[],
	locale: Locale,
): readonly { readonly names: string; readonly text: string }[] {
	const lines = runs.flatMap(({ name, log }) => {
		const again: readonly Said[] = rescoredNotes(log);
		const { warnings = [] } = log.header;
		return warnings.filter((line) => !again.includes(line)).map((line) => ({ name, text: locale.say(line) }));
	});
	return Array.from(
		Map.groupBy(lines, ({ text }) => text),
		([text, same]) => ({
			names: [...new Set(same.map(({ name }) => name))].join(', '),
			text,
		}),
	);
}
