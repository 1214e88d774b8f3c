import { removeMarkup } from '../markup.ts';
import { compactText, normalizeText } from '../normalize-text.ts';

/** What of a model's text is there to be read by a person. */
export interface Prose {
	readonly text: string;
	/** Whether letters or digits of the model's text were markup, or all of it was. */
	readonly hadMarkup: boolean;
	/** In `text`, of any script. */
	readonly letters: number;
}

/** Takes markup from a text, and with it what stands for a call by itself: names of tools, 'Tool call:'. */
export function readProse(text: string): Prose {
	const prose = normalizeText(removeMarkup(text.replace(TOOL_LABEL, ' ').replace(TOOL_NAME, ' ')));
	return {
		text: prose,
		hadMarkup: prose === '' || compactText(prose) !== compactText(text),
		letters: prose.match(/\p{L}/gu)?.length ?? 0,
	};
}

const TOOL_LABEL = /\b(?:tool|function)(?:[ _-]?(?:call|use|name)s?)?\s?:/gi;

/** search_catalog, where it is no part of a tag, a call or a key in code: those are for the markup's own rules. */
const TOOL_NAME = /(?<![<|/])\b[A-Za-z]\w{0,62}_\w{0,62}[A-Za-z0-9]\b(?!["'({:=>|]|\.\w)/g;
