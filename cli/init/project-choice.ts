/** What a new project is about. */
export interface ProjectChoice {
	/** Of the app, for people. */
	readonly name: string;
	/** Of prompts, tools and answers. */
	readonly language: 'ko' | 'en';
	readonly suites: readonly string[];
	/** Meaningful prefixes, of the twelve prompts, that decide for keeping them. */
	readonly hits: number;
}

/** What a new project can ask of a model: what its template has a corpus for. */
export const SUITES: readonly string[] = ['prefix', 'tools'];

/** Prompts of the templates. */
export const PROMPTS = 12;
