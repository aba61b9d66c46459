package engine.plugin;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseBaseFormFilter;
import org.apache.lucene.analysis.ja.JapaneseCompletionAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseCompletionFilter;
import org.apache.lucene.analysis.ja.JapaneseHiraganaUppercaseFilter;
import org.apache.lucene.analysis.ja.JapaneseIterationMarkCharFilter;
import org.apache.lucene.analysis.ja.JapaneseKatakanaStemFilter;
import org.apache.lucene.analysis.ja.JapaneseKatakanaUppercaseFilter;
import org.apache.lucene.analysis.ja.JapaneseNumberFilter;
import org.apache.lucene.analysis.ja.JapanesePartOfSpeechStopFilter;
import org.apache.lucene.analysis.ja.JapaneseReadingFormFilter;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;
import org.apache.lucene.analysis.ja.dict.UserDictionary;
import org.apache.lucene.search.suggest.analyzing.SuggestStopFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Lucene's Japanese analysis, with the names, settings and defaults that {@code analysis-kuromoji} documents. */
final class Kuromoji {
    private Kuromoji() {}

    static Map<String, AnalysisProvider<TokenizerFactory>> tokenizers() {
        return Map.of("kuromoji_tokenizer", Parts.tokenizer(Kuromoji::tokenizer));
    }

    static Map<String, AnalysisProvider<TokenFilterFactory>> filters() {
        return Map.of(
            "kuromoji_baseform", Parts.filter((environment, settings) -> JapaneseBaseFormFilter::new),
            "kuromoji_part_of_speech", Parts.filter(Kuromoji::partOfSpeech),
            "kuromoji_readingform", Parts.filter(Kuromoji::readingForm),
            "kuromoji_stemmer", Parts.filter(Kuromoji::stemmer),
            "kuromoji_number", Parts.filter((environment, settings) -> JapaneseNumberFilter::new),
            "kuromoji_completion", Parts.filter(Kuromoji::completion),
            "ja_stop", Parts.filter(Kuromoji::stop),
            "hiragana_uppercase", Parts.filter((environment, settings) -> JapaneseHiraganaUppercaseFilter::new),
            "katakana_uppercase", Parts.filter((environment, settings) -> JapaneseKatakanaUppercaseFilter::new)
        );
    }

    static Map<String, AnalysisProvider<CharFilterFactory>> charFilters() {
        return Map.of("kuromoji_iteration_mark", Parts.charFilter(Kuromoji::iterationMark));
    }

    static Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers() {
        return Map.of(
            "kuromoji", (index, environment, name, settings) -> provider(name, japanese(environment, settings)),
            "kuromoji_completion", (index, environment, name, settings) -> provider(
                name,
                new JapaneseCompletionAnalyzer(userDictionary(environment, settings), completionMode(settings))
            )
        );
    }

    private static Supplier<Tokenizer> tokenizer(Environment environment, Settings settings) throws IOException {
        JapaneseTokenizer.Mode mode = mode(settings);
        UserDictionary dictionary = userDictionary(environment, settings);
        boolean discardPunctuation = settings.getAsBoolean("discard_punctuation", true);
        boolean discardCompound = settings.getAsBoolean("discard_compound_token", false);
        int cost = settings.getAsInt("nbest_cost", -1);
        String examples = settings.get("nbest_examples");
        return () -> {
            JapaneseTokenizer made = new JapaneseTokenizer(dictionary, discardPunctuation, discardCompound, mode);
            made.setNBestCost(examples == null ? cost : Math.max(cost, made.calcNBestCost(examples)));
            return made;
        };
    }

    private static JapaneseTokenizer.Mode mode(Settings settings) {
        return Parts.choice(settings, "mode", JapaneseTokenizer.Mode.class, JapaneseTokenizer.DEFAULT_MODE);
    }

    /** The dictionary from {@code user_dictionary} (a file in the config folder) or {@code user_dictionary_rules}, or null. */
    private static UserDictionary userDictionary(Environment environment, Settings settings) throws IOException {
        if (settings.get("user_dictionary") != null && settings.get("user_dictionary_rules") != null) {
            throw new IllegalArgumentException(
                "It is not allowed to use [user_dictionary] in conjunction with [user_dictionary_rules]"
            );
        }
        List<String> rules = Analysis.getWordList(
            environment, settings, "user_dictionary", "user_dictionary_rules", "deduplicate_dictionary", false, true
        );
        if (rules == null || rules.isEmpty()) return null;
        try (Reader lines = new StringReader(String.join("\n", rules))) {
            return UserDictionary.open(lines);
        } catch (IllegalArgumentException refused) {
            throw refused;
        } catch (RuntimeException malformed) {
            throw new IllegalArgumentException("[user_dictionary_rules] cannot be read: " + malformed.getMessage(), malformed);
        }
    }

    private static UnaryOperator<TokenStream> partOfSpeech(Environment environment, Settings settings) {
        List<String> tags = Analysis.getWordList(environment, settings, "stoptags");
        Set<String> stopTags = tags == null ? JapaneseAnalyzer.getDefaultStopTags() : Set.copyOf(tags);
        return tokens -> new JapanesePartOfSpeechStopFilter(tokens, stopTags);
    }

    private static UnaryOperator<TokenStream> readingForm(Environment environment, Settings settings) {
        boolean romaji = settings.getAsBoolean("use_romaji", false);
        return tokens -> new JapaneseReadingFormFilter(tokens, romaji);
    }

    private static UnaryOperator<TokenStream> stemmer(Environment environment, Settings settings) {
        int minimum = settings.getAsInt("minimum_length", JapaneseKatakanaStemFilter.DEFAULT_MINIMUM_LENGTH);
        if (minimum < 1) throw new IllegalArgumentException("[minimum_length] must be greater than 0, not [" + minimum + "]");
        return tokens -> new JapaneseKatakanaStemFilter(tokens, minimum);
    }

    private static UnaryOperator<TokenStream> completion(Environment environment, Settings settings) {
        JapaneseCompletionFilter.Mode mode = completionMode(settings);
        return tokens -> new JapaneseCompletionFilter(tokens, mode);
    }

    private static JapaneseCompletionFilter.Mode completionMode(Settings settings) {
        return Parts.choice(settings, "mode", JapaneseCompletionFilter.Mode.class, JapaneseCompletionFilter.DEFAULT_MODE);
    }

    private static UnaryOperator<TokenStream> stop(Environment environment, Settings settings) {
        CharArraySet words = Analysis.parseWords(
            environment,
            settings,
            "stopwords",
            JapaneseAnalyzer.getDefaultStopSet(),
            Map.of("_japanese_", JapaneseAnalyzer.getDefaultStopSet()),
            settings.getAsBoolean("ignore_case", false)
        );
        boolean removeTrailing = settings.getAsBoolean("remove_trailing", true);
        return tokens -> removeTrailing ? new StopFilter(tokens, words) : new SuggestStopFilter(tokens, words);
    }

    private static UnaryOperator<Reader> iterationMark(Environment environment, Settings settings) {
        boolean kanji = settings.getAsBoolean("normalize_kanji", JapaneseIterationMarkCharFilter.NORMALIZE_KANJI_DEFAULT);
        boolean kana = settings.getAsBoolean("normalize_kana", JapaneseIterationMarkCharFilter.NORMALIZE_KANA_DEFAULT);
        return text -> new JapaneseIterationMarkCharFilter(text, kanji, kana);
    }

    private static JapaneseAnalyzer japanese(Environment environment, Settings settings) throws IOException {
        CharArraySet stopWords = Analysis.parseStopWords(environment, settings, JapaneseAnalyzer.getDefaultStopSet());
        return new JapaneseAnalyzer(
            userDictionary(environment, settings), mode(settings), CharArraySet.copy(stopWords), JapaneseAnalyzer.getDefaultStopTags()
        );
    }

    private static <T extends Analyzer> AnalyzerProvider<T> provider(String name, T analyzer) {
        return new AbstractIndexAnalyzerProvider<>(name) {
            @Override
            public T get() {
                return analyzer;
            }
        };
    }
}
