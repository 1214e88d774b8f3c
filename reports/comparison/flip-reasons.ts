import type { Flip } from '../../src/index.ts';
import type { Locale } from '../locale/locale.ts';
import { reasonName } from '../page/reason-name.ts';

/** What a score said of a sample in the one run and in the other; a mark where it gave no reason. */
export function flipReasons({ firstReason, secondReason }: Flip, way: 'lost' | 'gained', locale: Locale): string {
	const said = (reason: string | undefined, passed: boolean): string =>
		reason === undefined ? (passed ? '✓' : '✗') : reasonName(reason, locale);
	return `${said(firstReason, way === 'lost')} → ${said(secondReason, way === 'gained')}`;
}
