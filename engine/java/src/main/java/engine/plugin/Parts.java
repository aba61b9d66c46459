package engine.plugin;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.AbstractCharFilterFactory;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

import java.io.IOException;
import java.io.Reader;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Turns "settings in, Lucene part out" functions into the factories that the server registers. Settings are read once,
 * when an index is opened, so an invalid one is refused when the index is created, not when a document arrives.
 */
final class Parts {
    /** Reads a part's settings; throws IllegalArgumentException, which the server answers with 400, if they are wrong. */
    interface Read<T> {
        T read(Environment environment, Settings settings) throws IOException;
    }

    private Parts() {}

    static AnalysisProvider<TokenizerFactory> tokenizer(Read<Supplier<Tokenizer>> read) {
        return (index, environment, name, settings) -> TokenizerFactory.newFactory(name, read.read(environment, settings));
    }

    static AnalysisProvider<TokenFilterFactory> filter(Read<UnaryOperator<TokenStream>> read) {
        return (index, environment, name, settings) -> new Filter(name, read.read(environment, settings));
    }

    /** A filter that a normalizer may also use, because it changes each character separately. */
    static AnalysisProvider<TokenFilterFactory> normalizingFilter(Read<UnaryOperator<TokenStream>> read) {
        return (index, environment, name, settings) -> new NormalizingFilter(name, read.read(environment, settings));
    }

    /** A filter that turns one token into several, so it cannot be used to parse synonym rules. */
    static AnalysisProvider<TokenFilterFactory> multiplyingFilter(Read<UnaryOperator<TokenStream>> read) {
        return (index, environment, name, settings) -> new MultiplyingFilter(name, read.read(environment, settings));
    }

    static AnalysisProvider<CharFilterFactory> charFilter(Read<UnaryOperator<Reader>> read) {
        return (index, environment, name, settings) -> new NormalizingCharFilter(name, read.read(environment, settings));
    }

    /** The constant of {@code type} that the setting names, in upper or lower case. */
    static <E extends Enum<E>> E choice(Settings settings, String key, Class<E> type, E otherwise) {
        String value = settings.get(key);
        if (value == null) return otherwise;
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(value)) return constant;
        }
        StringBuilder known = new StringBuilder();
        for (E constant : type.getEnumConstants()) {
            known.append(known.isEmpty() ? "" : ", ").append(constant.name().toLowerCase(Locale.ROOT));
        }
        throw new IllegalArgumentException("[" + key + "] must be one of " + known + ", not [" + value + "]");
    }

    private static class Filter extends AbstractTokenFilterFactory {
        private final UnaryOperator<TokenStream> wrap;

        Filter(String name, UnaryOperator<TokenStream> wrap) {
            super(name);
            this.wrap = wrap;
        }

        @Override
        public TokenStream create(TokenStream tokens) {
            return wrap.apply(tokens);
        }
    }

    private static final class NormalizingFilter extends Filter implements NormalizingTokenFilterFactory {
        NormalizingFilter(String name, UnaryOperator<TokenStream> wrap) {
            super(name, wrap);
        }
    }

    private static final class MultiplyingFilter extends Filter {
        MultiplyingFilter(String name, UnaryOperator<TokenStream> wrap) {
            super(name, wrap);
        }

        @Override
        public boolean breaksFastVectorHighlighter() {
            return true;
        }

        @Override
        public TokenFilterFactory getSynonymFilter() {
            throw new IllegalArgumentException("Token filter [" + name() + "] cannot be used to parse synonyms");
        }
    }

    private static final class NormalizingCharFilter extends AbstractCharFilterFactory implements NormalizingCharFilterFactory {
        private final UnaryOperator<Reader> wrap;

        NormalizingCharFilter(String name, UnaryOperator<Reader> wrap) {
            super(name);
            this.wrap = wrap;
        }

        @Override
        public Reader create(Reader text) {
            return wrap.apply(text);
        }
    }
}
