import { similarity } from '../prefix/similarity.ts';

/**
 * Whether a text only repeats the user's: it is equal to it or a part of it, at least 0.8 similar, or all of it with
 * fewer than `few` letters or digits more. Both as in `compactText`.
 */
export function isEcho(said: string, user: string, few: number): boolean {
	if (said === '' || user === '') return false;
	if (user.includes(said) || similarity(said, user) >= ECHO_SIMILARITY) return true;
	return said.includes(user) && said.replaceAll(user, '').length < few;
}

const ECHO_SIMILARITY = 0.8;
