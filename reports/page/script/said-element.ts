/** An element with its children; text is text, no markup is ever parsed. */
export function element<T extends keyof HTMLElementTagNameMap>(
	tag: T,
	className: string,
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
	const node = document.createElement(tag);
	if (className !== '') node.className = className;
	node.append(...children);
	return node;
}

/** Words of a user, model or tool, in their own direction and language. */
export function said(tag: 'p' | 'pre' | 'span', className: string, text: string): HTMLElement {
	const node = element(tag, className, visible(text));
	node.dir = 'auto';
	// What scrolls must be reached by keyboard.
	if (tag === 'pre') node.tabIndex = 0;
	if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/u.test(text)) node.lang = 'ko';
	return node;
}

/** Control characters as their pictures; line breaks and tabs stay. */
export function visible(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
	return text.replace(/\r\n?/gu, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, (char) => {
		const code = char.charCodeAt(0);
		return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? '\u2421' : '\ufffd';
	});
}
