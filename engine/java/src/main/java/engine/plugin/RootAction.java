package engine.plugin;

import org.apache.lucene.util.Version;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** Answers {@code GET /} with what clients and tools expect there: names, version and tagline. */
final class RootAction extends BaseRestHandler {
    private final Supplier<ClusterService> cluster;

    RootAction(Supplier<ClusterService> cluster) {
        this.cluster = cluster;
    }

    @Override
    public String getName() {
        return "main_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        return channel -> channel.sendResponse(new RestResponse(RestStatus.OK, body(channel.newBuilder().prettyPrint())));
    }

    private XContentBuilder body(XContentBuilder json) throws IOException {
        ClusterService service = cluster.get();
        Build build = Build.current();
        json.startObject();
        json.field("name", service.getNodeName());
        json.field("cluster_name", service.getClusterName().value());
        json.field("cluster_uuid", service.state().metadata().clusterUUID());
        json.startObject("version");
        json.field("number", build.qualifiedVersion());
        json.field("build_flavor", build.flavor());
        json.field("build_type", build.type().displayName());
        json.field("build_hash", build.hash());
        json.field("build_date", build.date());
        json.field("build_snapshot", build.isSnapshot());
        json.field("lucene_version", Version.LATEST.toString());
        json.field("minimum_wire_compatibility_version", build.minWireCompatVersion());
        json.field("minimum_index_compatibility_version", build.minIndexCompatVersion());
        json.endObject();
        json.field("tagline", "You Know, for Search");
        return json.endObject();
    }
}
