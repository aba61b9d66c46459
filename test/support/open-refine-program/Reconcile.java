import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.refine.model.Cell;
import com.google.refine.model.Column;
import com.google.refine.model.Project;
import com.google.refine.model.Recon;
import com.google.refine.model.ReconCandidate;
import com.google.refine.model.ReconType;
import com.google.refine.model.Row;
import com.google.refine.model.recon.ReconJob;
import com.google.refine.model.recon.ReconciledDataExtensionJob;
import com.google.refine.model.recon.ReconciledDataExtensionJob.DataExtensionConfig;
import com.google.refine.model.recon.StandardReconConfig;
import com.google.refine.model.recon.StandardReconConfig.ColumnDetail;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reconciles a column as OpenRefine does, with a column of corporate numbers as evidence, and fetches a column for each match.
 * Arguments: the address of the service and its batch size. Standard input: [{"name": text, "number": number or null}, …]. Standard
 * output: {"results": [{"match": id or null, "candidates": count, "error": text or null}, …], "extended": {id: value, …}}.
 */
public class Reconcile {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    String service = arguments[0];
    int manifestBatchSize = Integer.parseInt(arguments[1]);
    Project project = projectOf(json.readTree(System.in));

    List<ColumnDetail> evidence = List.of(new ColumnDetail("number", "Corporate number", "corporate_number", null));
    StandardReconConfig config = new StandardReconConfig(
      service, "", "", (ReconType) null, true, Optional.of(manifestBatchSize), evidence, 10);
    List<ReconJob> jobs = new ArrayList<>();
    for (int at = 0; at < project.rows.size(); at++) {
      Row row = project.rows.get(at);
      jobs.add(config.createJob(project, at, row, "name", row.getCell(0)));
    }
    int size = config.getBatchSize(jobs.size());

    ObjectNode output = json.createObjectNode();
    ArrayNode results = output.putArray("results");
    Set<String> matched = new LinkedHashSet<>();
    for (int begin = 0; begin < jobs.size(); begin += size) {
      List<ReconJob> batch = jobs.subList(begin, Math.min(begin + size, jobs.size()));
      for (Recon recon : config.batchRecon(batch, 1)) {
        String match = recon.match == null ? null : recon.match.id;
        if (match != null) matched.add(match);
        results.addObject()
          .put("match", match)
          .put("candidates", recon.candidates == null ? 0 : recon.candidates.size())
          .put("error", recon.error);
      }
    }

    ObjectNode extended = output.putObject("extended");
    DataExtensionConfig columns = DataExtensionConfig.reconstruct("{\"properties\":[{\"id\":\"corporate_number\"}]}");
    List<String> ids = new ArrayList<>(matched);
    for (int begin = 0; begin < ids.size(); begin += 10) {
      Set<String> batch = new LinkedHashSet<>(ids.subList(begin, Math.min(begin + 10, ids.size())));
      new ReconciledDataExtensionJob(columns, service)
        .extend(batch, new HashMap<String, ReconCandidate>())
        .forEach((id, values) -> extended.put(id, String.valueOf(values.data[0][0])));
    }
    json.writeValue(System.out, output);
  }

  private static Project projectOf(JsonNode given) {
    Project project = new Project();
    project.columnModel.columns.add(new Column(0, "name"));
    project.columnModel.columns.add(new Column(1, "number"));
    project.columnModel.setMaxCellIndex(1);
    project.columnModel.update();
    for (JsonNode each : given) {
      Row row = new Row(2);
      row.setCell(0, new Cell(each.get("name").asText(), null));
      // The cell of a workbook, as OpenRefine reads it.
      if (each.get("number").isNumber()) row.setCell(1, new Cell(each.get("number").asLong(), null));
      project.rows.add(row);
    }
    project.recordModel.update(project);
    return project;
  }
}
