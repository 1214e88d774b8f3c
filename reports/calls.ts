import type { JsonObject } from '../src/base/json.ts';
import type { ExpectedCall } from '../src/eval/match/calls.ts';
import { shownValue } from '../src/eval/match/values.ts';
import type { WrongCall } from '../src/summary/state/calls.ts';
import { reasonName } from './html/words.ts';
import type { Locale } from './messages/catalogue.ts';

/** `find_recipe(ingredient: "tofu")`, or that no call was made. Plain text of a model or corpus. */
export function callText(
	calls: readonly { readonly name: string; readonly arguments: JsonObject }[],
	{ tools }: Locale,
): string {
	if (calls.length === 0) return tools.noCall;
	return calls
		.map(({ name, arguments: given }) => {
			const shown = Object.entries(given).map(([key, value]) => `${key}: ${shownValue(value)}`);
			return `${name}(${shown.join(', ')})`;
		})
		.join(', ');
}

/** The same of expected calls. */
export function expectedText(expected: readonly ExpectedCall[], locale: Locale): string {
	return callText(
		expected.map(({ tool, ...call }) => ({ name: tool, ...call })),
		locale,
	);
}

/** Why a call is wrong; of a check that is not about calls, its reason. */
export function wrongText({ said }: WrongCall, locale: Locale): string {
	return typeof said === 'string' ? reasonName(said, locale) : locale.say(said);
}
