import { stripTypeScriptTypes } from 'node:module';

/** A page's TypeScript as the script a browser runs: the checkout needs no build, and lines stay where they were. */
export function pageScript(source: string): string {
	return stripTypeScriptTypes(source);
}
