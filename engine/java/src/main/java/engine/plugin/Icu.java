package engine.plugin;

import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.text.UnicodeSet;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2CharFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.icu.ICUTransformFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

import java.io.Reader;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Lucene's ICU analysis, with the names, settings and defaults that {@code analysis-icu} documents. */
final class Icu {
    private static final Set<String> FORMS = Set.of("nfc", "nfkc", "nfkc_cf", "nfkc_scf");

    private enum Mode {
        COMPOSE,
        DECOMPOSE
    }

    private enum Direction {
        FORWARD,
        REVERSE
    }

    private Icu() {}

    static Map<String, AnalysisProvider<TokenFilterFactory>> filters() {
        return Map.of(
            "icu_normalizer", Parts.normalizingFilter(Icu::normalizerFilter),
            "icu_folding", Parts.normalizingFilter(Icu::folding),
            "icu_transform", Parts.normalizingFilter(Icu::transform)
        );
    }

    static Map<String, AnalysisProvider<CharFilterFactory>> charFilters() {
        return Map.of("icu_normalizer", Parts.charFilter(Icu::normalizerCharFilter));
    }

    private static UnaryOperator<TokenStream> normalizerFilter(Environment environment, Settings settings) {
        Normalizer2 normalizer = normalizer(settings, Normalizer2.Mode.COMPOSE);
        return tokens -> new ICUNormalizer2Filter(tokens, normalizer);
    }

    private static UnaryOperator<Reader> normalizerCharFilter(Environment environment, Settings settings) {
        Mode mode = Parts.choice(settings, "mode", Mode.class, Mode.COMPOSE);
        Normalizer2 normalizer = normalizer(
            settings, mode == Mode.COMPOSE ? Normalizer2.Mode.COMPOSE : Normalizer2.Mode.DECOMPOSE
        );
        return text -> new ICUNormalizer2CharFilter(text, normalizer);
    }

    private static UnaryOperator<TokenStream> folding(Environment environment, Settings settings) {
        Normalizer2 normalizer = restricted(ICUFoldingFilter.NORMALIZER, settings);
        return tokens -> new ICUNormalizer2Filter(tokens, normalizer);
    }

    private static UnaryOperator<TokenStream> transform(Environment environment, Settings settings) {
        Direction direction = Parts.choice(settings, "dir", Direction.class, Direction.FORWARD);
        Transliterator transliterator = Transliterator.getInstance(
            settings.get("id", "Null"), direction == Direction.FORWARD ? Transliterator.FORWARD : Transliterator.REVERSE
        );
        return tokens -> new ICUTransformFilter(tokens, transliterator);
    }

    private static Normalizer2 normalizer(Settings settings, Normalizer2.Mode mode) {
        String form = settings.get("name", "nfkc_cf");
        if (!FORMS.contains(form)) {
            throw new IllegalArgumentException("[name] must be one of nfc, nfkc, nfkc_cf, nfkc_scf, not [" + form + "]");
        }
        return restricted(Normalizer2.getInstance(null, form, mode), settings);
    }

    /** {@code unicode_set_filter} limits which characters are changed. */
    private static Normalizer2 restricted(Normalizer2 normalizer, Settings settings) {
        String set = settings.get("unicode_set_filter");
        return set == null ? normalizer : new FilteredNormalizer2(normalizer, new UnicodeSet(set).freeze());
    }
}
