/** The old names of {@link ./comparison-locale.ts}, until no report uses them. */
export {
	type ComparisonLocale as ComparisonMessages,
	comparisonLocaleOf as comparisonMessagesOf,
	type DivergenceFigures,
} from './comparison-locale.ts';
