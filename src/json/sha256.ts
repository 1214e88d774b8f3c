/** SHA-256 of the text's UTF-8 bytes, lower-case hex. Web Crypto, so that the core stays runtime-neutral. */
export async function sha256(text: string): Promise<string> {
	const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
