"""With the generated client: search, resolve, import, map, price, resolve, review, select, export."""

import os
import uuid

from company_data_service_client import AuthenticatedClient
from company_data_service_client.api.company_search import resolve_company, search_companies
from company_data_service_client.api.sources import (
    export_source,
    import_source,
    map_source,
    resolve_source,
    review_source,
    select_source_row,
)
from company_data_service_client.models import (
    ImportSourceBody,
    MapSourceBody,
    ResolveCompanyBody,
    ResolveSourceBody,
    ReviewSourceStatusItem,
    SearchCompaniesBody,
    SelectSourceRowBody,
)

client = AuthenticatedClient(
    base_url=os.environ["COMPANY_DATA_URL"], token=os.environ["COMPANY_DATA_API_KEY"]
)

found = search_companies.sync(
    client=client, body=SearchCompaniesBody.from_dict({"filters": {"listing_status": ["listed"]}})
)
print([one.company.legal_name for one in found.companies])

body = ResolveCompanyBody.from_dict({"identifier_type": "securities_code", "identifier": "9203"})
print(resolve_company.sync(client=client, body=body).data.status.value)

missing = search_companies.sync(client=client, body=SearchCompaniesBody.from_dict({"cursor": "x"}))
print(missing.error.code.value)

rows = [{"会社名": name} for name in ["中宮塗料(株)", "株式会社同名商事", "無い会社"]]
source = import_source.sync(
    client=client, body=ImportSourceBody.from_dict({"headers": ["会社名"], "rows": rows})
).source
source_id = str(source.source_id)
mapping = MapSourceBody.from_dict({"entity": "company", "columns": {"name": "会社名"}})
map_source.sync(source_id, client=client, body=mapping)

key = str(uuid.uuid4())


def resolve(**limits):
    body = ResolveSourceBody.from_dict({"execute": True, **limits})
    return resolve_source.sync(source_id, client=client, body=body, idempotency_key=key)


price = resolve(maxCredits=1000, dryRun=True).billing.credits_used
print(price, resolve(maxCredits=price).billing.credits_used, resolve(maxCredits=price).billing.deduplicated)

review = review_source.sync(
    source_id, client=client, status=[ReviewSourceStatusItem.MULTIPLE_CANDIDATES, ReviewSourceStatusItem.INVALID]
)
for row in review.rows:
    choice = {"row": str(row.source_row_id), "companyId": row.resolve_candidates[0].company_id}
    selected = select_source_row.sync(
        source_id,
        client=client,
        idempotency_key=str(uuid.uuid4()),
        body=SelectSourceRowBody.from_dict({**choice, "execute": True, "maxCredits": 1}),
    )
    print(row.cells["会社名"], len(row.resolve_candidates), selected.billing.credits_used)

export = export_source.sync_detailed(source_id, client=client).content.decode()
print([line.split(",")[1] for line in export.splitlines()])
