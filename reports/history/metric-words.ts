import { localized, type RowMetric } from '../../src/index.ts';
import { type Lang, localeOf } from '../locale/locale.ts';

type NamedMetric = Pick<RowMetric, 'suite' | 'arm' | 'measure' | 'title' | 'clock'>;

/** What a metric is called by its suite's header, or as a time: `Meaningful prefix · prefix, free decoding`. */
export function metricWords({ suite, arm, measure, title, clock }: NamedMetric, lang: Lang): string {
	const locale = localeOf(lang);
	const time = clock === undefined ? undefined : locale.metrics[measure]?.[0];
	const what = time ?? (title === undefined ? measure : localized(title, lang));
	return `${what} · ${suite}, ${locale.arm(arm)}`;
}
