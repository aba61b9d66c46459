package engine.launcher;

import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.transport.TransportAddress;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs one Elasticsearch node from a prepared home folder until it is stopped.
 *
 * <p>Arguments: {@code --config <folder>} and any number of {@code name=value} node settings. Prints
 * {@code ready port=<http port>} once the node answers, or one {@code error: <sentence>} and exit code 1.
 * Stops cleanly on SIGTERM, on SIGINT, and when its standard input ends: the process that started it has the other
 * end of that pipe, so the node does not outlive a parent that is killed.
 */
public final class Launcher {
    private static final long STOP_SECONDS = 20;

    private Launcher() {}

    public static void main(String[] arguments) {
        // The server's logging replaces System.out, but the parent process reads the original one.
        PrintStream answers = System.out;
        stopWhenInputEnds();
        try {
            Node node = start(arguments);
            answers.println("ready port=" + httpPort(node));
            // The server's own threads are daemons.
            Thread.currentThread().join();
        } catch (Throwable failure) {
            answers.println("error: " + sentence(failure));
            failure.printStackTrace();
            System.exit(1);
        }
    }

    private static Node start(String[] arguments) throws Exception {
        Path config = null;
        Settings.Builder builder = Settings.builder();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--config")) {
                config = Path.of(arguments[++i]).toAbsolutePath();
                continue;
            }
            int equals = arguments[i].indexOf('=');
            if (equals < 1) throw new IllegalArgumentException("not a name=value setting: " + arguments[i]);
            builder.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
        }
        if (config == null) throw new IllegalArgumentException("--config <folder> is required");

        Environment environment = new Environment(builder.build(), config);
        LogConfigurator.registerErrorListener();
        LogConfigurator.setNodeName(Node.NODE_NAME_SETTING.get(environment.settings()));
        LogConfigurator.configureESLogging();
        LogConfigurator.configure(environment, false);

        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(environment.modulesDir(), true),
            PluginsLoader.loadPluginsBundles(environment.pluginsDir(), true),
            Map.of()
        );
        Node node = new Node(environment, plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(node), "stop"));
        return node.start();
    }

    private static int httpPort(Node node) {
        TransportAddress address = node.injector().getInstance(HttpServerTransport.class).info().getAddress().publishAddress();
        return address.getPort();
    }

    private static void stopWhenInputEnds() {
        Thread watch = new Thread(() -> {
            InputStream input = System.in;
            try {
                while (input.read() >= 0) continue;
            } catch (IOException ended) {
                // A broken pipe means the same as its end.
            }
            System.exit(0);
        }, "input-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void stop(Node node) {
        try {
            node.prepareForClose();
            node.close();
            node.awaitClose(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (IOException failure) {
            failure.printStackTrace();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The innermost message, on one line: the outer messages only say that starting failed. */
    private static String sentence(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause && !isLock(cause)) cause = cause.getCause();
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.replaceAll("\\s+", " ");
    }

    private static boolean isLock(Throwable failure) {
        return failure.getMessage() != null && failure.getMessage().startsWith("failed to obtain node lock");
    }
}
