package engine.plugin;

import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.el.GreekLowerCaseFilter;
import org.apache.lucene.analysis.ga.IrishLowerCaseFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.LimitTokenCountFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.reverse.ReverseStringFilter;
import org.apache.lucene.analysis.tr.TurkishLowerCaseFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

import java.io.Reader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The language-neutral parts that mappings use and the published server lacks, as documented. */
final class General {
    private enum Side {
        FRONT,
        BACK
    }

    private General() {}

    static Map<String, AnalysisProvider<TokenizerFactory>> tokenizers() {
        return Map.of("keyword", Parts.tokenizer(General::keyword), "whitespace", Parts.tokenizer(General::whitespace));
    }

    static Map<String, AnalysisProvider<TokenFilterFactory>> filters() {
        return Map.of(
            "lowercase", Parts.normalizingFilter(General::lowercase),
            "trim", Parts.normalizingFilter((environment, settings) -> TrimFilter::new),
            "cjk_width", Parts.normalizingFilter((environment, settings) -> CJKWidthFilter::new),
            "asciifolding", Parts.normalizingFilter(General::asciiFolding),
            "length", Parts.filter(General::length),
            "limit", Parts.filter(General::limit),
            "unique", Parts.filter(General::unique),
            "edge_ngram", Parts.multiplyingFilter(General::edgeGrams)
        );
    }

    static Map<String, AnalysisProvider<CharFilterFactory>> charFilters() {
        // Without rules there is nothing to map, so the server must not create one for every index.
        return Map.of("mapping", AnalysisPlugin.requiresAnalysisSettings(Parts.charFilter(General::mapping)));
    }

    private static Supplier<Tokenizer> keyword(Environment environment, Settings settings) {
        int buffer = settings.getAsInt("buffer_size", KeywordTokenizer.DEFAULT_BUFFER_SIZE);
        if (buffer < 1) throw new IllegalArgumentException("[buffer_size] must be greater than 0, not [" + buffer + "]");
        return () -> new KeywordTokenizer(buffer);
    }

    private static Supplier<Tokenizer> whitespace(Environment environment, Settings settings) {
        int max = settings.getAsInt("max_token_length", 255);
        if (max < 1) throw new IllegalArgumentException("[max_token_length] must be greater than 0, not [" + max + "]");
        return () -> new WhitespaceTokenizer(max);
    }

    private static UnaryOperator<TokenStream> lowercase(Environment environment, Settings settings) {
        String language = settings.get("language");
        if (language == null) return LowerCaseFilter::new;
        return switch (language.toLowerCase(Locale.ROOT)) {
            case "greek" -> GreekLowerCaseFilter::new;
            case "irish" -> IrishLowerCaseFilter::new;
            case "turkish" -> TurkishLowerCaseFilter::new;
            default -> throw new IllegalArgumentException("language [" + language + "] not support for lower case");
        };
    }

    private static UnaryOperator<TokenStream> asciiFolding(Environment environment, Settings settings) {
        boolean keep = settings.getAsBoolean("preserve_original", false);
        return tokens -> new ASCIIFoldingFilter(tokens, keep);
    }

    private static UnaryOperator<TokenStream> length(Environment environment, Settings settings) {
        int min = settings.getAsInt("min", 0);
        int max = settings.getAsInt("max", Integer.MAX_VALUE);
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("[min] must be 0 or more and at most [max], not [" + min + "] and [" + max + "]");
        }
        return tokens -> new LengthFilter(tokens, min, max);
    }

    private static UnaryOperator<TokenStream> limit(Environment environment, Settings settings) {
        int max = settings.getAsInt("max_token_count", 1);
        boolean consumeAll = settings.getAsBoolean("consume_all_tokens", false);
        if (max < 1) throw new IllegalArgumentException("[max_token_count] must be greater than 0, not [" + max + "]");
        return tokens -> new LimitTokenCountFilter(tokens, max, consumeAll);
    }

    private static UnaryOperator<TokenStream> unique(Environment environment, Settings settings) {
        boolean samePosition = settings.getAsBoolean("only_on_same_position", false);
        return tokens -> new UniqueFilter(tokens, samePosition);
    }

    private static UnaryOperator<TokenStream> edgeGrams(Environment environment, Settings settings) {
        int min = settings.getAsInt("min_gram", 1);
        int max = settings.getAsInt("max_gram", 2);
        boolean keep = settings.getAsBoolean("preserve_original", false);
        Side side = Parts.choice(settings, "side", Side.class, Side.FRONT);
        if (min < 1) throw new IllegalArgumentException("minGram must be greater than zero");
        if (min > max) throw new IllegalArgumentException("minGram must not be greater than maxGram");
        if (side == Side.FRONT) return tokens -> new EdgeNGramTokenFilter(tokens, min, max, keep);
        return tokens -> new ReverseStringFilter(new EdgeNGramTokenFilter(new ReverseStringFilter(tokens), min, max, keep));
    }

    private static UnaryOperator<Reader> mapping(Environment environment, Settings settings) {
        List<String> rules = Analysis.getWordList(environment, settings, "mappings");
        if (rules == null) {
            throw new IllegalArgumentException("mapping requires either `mappings` or `mappings_path` to be configured");
        }
        NormalizeCharMap.Builder builder = new NormalizeCharMap.Builder();
        for (String rule : rules) {
            int arrow = rule.lastIndexOf("=>");
            if (arrow < 0) throw new IllegalArgumentException("Invalid Mapping Rule : [" + rule + "]");
            builder.add(unescaped(rule.substring(0, arrow).strip()), unescaped(rule.substring(arrow + 2).strip()));
        }
        NormalizeCharMap map = builder.build();
        return text -> new MappingCharFilter(map, text);
    }

    /** Reads the backslash escapes of mapping rules: newline, tab, return, backspace, form feed and four hex digits. */
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            if (++i == text.length()) throw new IllegalArgumentException("Invalid escaped char in [" + text + "]");
            c = text.charAt(i);
            switch (c) {
                case 'n' -> plain.append('\n');
                case 't' -> plain.append('\t');
                case 'r' -> plain.append('\r');
                case 'b' -> plain.append('\b');
                case 'f' -> plain.append('\f');
                case 'u' -> {
                    if (i + 4 >= text.length()) throw new IllegalArgumentException("Invalid escaped char in [" + text + "]");
                    plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> plain.append(c);
            }
        }
        return plain.toString();
    }
}
