// Made from the API document by `npm run client`; not to be edited.

export interface paths {
    "/api/service/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Companies added, changed, closed and merged since a cursor, in the order of commit.
         * @description For keeping a copy up to date: nothing is left out and nothing comes twice. Begin with `since=now` before the copy is made, or without `since` for everything; then go on with `meta.next_cursor`, which never expires. Counts toward the rate of company search, not toward the quota.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compatibility path of company search.
         * @deprecated
         * @description The search of `POST /search`, without its stage for words of names and without cursors. Use `POST /search` in new programs.
         */
        get: operations["browseCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One company with its names, identifiers, listings and values, each with source, time and age.
         * @description Takes former ids too: `resolved_from` then has the id that was asked for. Counts toward the rate of company search, not toward the quota.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/companies/{companyId}/observations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The observations of one company, the newest first. */
        get: operations["listCompanyObservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/companies/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find companies by financial thresholds and the filters of company search.
         * @description A company that lacks a figure which a condition or the order needs is left out; `meta.excluded_no_data` counts those. Counts as one search toward rate and quota.
         */
        post: operations["queryCompanies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/companies/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete a name as one types, in kanji, kana or romaji.
         * @description Current names of active companies. Counts toward the rate of company search, not toward the quota.
         */
        get: operations["suggestCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/construction/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find valid construction permits, grouped by company.
         * @description Permits that are valid on the day asked for, five of each company. Counts as one search toward rate and quota.
         */
        post: operations["searchConstruction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ledger of the account, newest entry first. */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/credits/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credits that are left, by class. */
        get: operations["getCreditBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/discovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The discoveries of the account, newest first. */
        get: operations["listDiscoveries"];
        put?: never;
        /**
         * Save a company search as a discovery, and show what it finds.
         * @description A discovery keeps the conditions, not what they find: every look at it searches anew, and counts as a company search. Nothing is saved when the search is refused.
         */
        post: operations["createDiscovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/discovery/{discoveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A discovery with what it finds now.
         * @description Runs the search and counts as one. Zero results are no error: `warnings` says why there may be none.
         */
        get: operations["getDiscovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/discovery/{discoveryId}/materialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save what a discovery finds as a List: 1 basic credit a saved row.
         * @description Goes through a List estimate with the guards of `POST /lists/materialize`, and saves at most 10,000 rows. Conditions that are not applied always refuse; conditions that prove little refuse when nothing is found. With `dryRun: true` the answer is the same, and nothing is saved or charged.
         */
        post: operations["materializeDiscovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/discovery/{discoveryId}/refine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a discovery of this one with changed conditions.
         * @description Makes a child, `revision` one higher, whose `parent_id` is this one; this one stays as it is. What is not given stays as this one has it; null takes a condition away, also a single filter. Counts as a company search.
         */
        post: operations["refineDiscovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/jobs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find current openings, grouped by company.
         * @description Openings that are current today, five of each company. Counts as one search toward rate and quota.
         */
        post: operations["searchJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The saved Lists of the account, newest first. */
        get: operations["listLists"];
        put?: never;
        /**
         * Make an empty List, or one of the matched rows of a source, without charge.
         * @description Rows of a source are free here, because resolving it charged them. Rows can be added later by `POST /lists/materialize` with `list_id`.
         */
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A List, its definition and the counts of its rows. */
        get: operations["getList"];
        put?: never;
        post?: never;
        /**
         * Delete a List for good; what was charged stays charged.
         * @description In any status. The List is gone with the answer: its rows, enrichments, snapshots, diffs, exported files, schedule and
         *     delivery with its secret. Work that holds the List is waited for; a refresh or delivery that comes later does nothing, and a
         *     message that is being sent at this moment may still arrive. Entries of the ledger, answers kept for an `Idempotency-Key`
         *     and research stay; research that named the List no longer does.
         */
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        /** Give a List another name. */
        patch: operations["renameList"];
        trace?: never;
    };
    "/api/service/lists/{listId}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the List to its target.
         * @description Takes what the List shows now and sends it soon after the answer; `GET …/deliveries/{deliveryId}` tells what became of it.
         *     Suppressed and excluded companies and rejected diff rows are left out. Any 2xx answer accepts it, 410 ends it at once, anything
         *     else is tried again, ten times over about three and a half hours. A receiver can get it more than once, always under the same id.
         *
         *     With an `Idempotency-Key` a repeated call finds the delivery of the first one and sends nothing. Refused with
         *     `list_state_conflict`: an archived List, one without an enabled target, a `diff` before the first refresh.
         */
        post: operations["deliverList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deliveries of the List with their attempts, newest first. */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with its attempts. */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again under the same id.
         * @description The same bytes, signed anew, whatever the List shows now; with its tries counted anew. The target must be of the type that the delivery was made for.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the List is delivered to; the address is masked. */
        get: operations["getListDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Configure delivery to a webhook or a chat tool.
         * @description The first call names `type` and `url`; later ones change what they name. The secret of a webhook is answered when it is made and
         *     never again: keep it.
         *
         *     The address must be https on the public internet, on port 443 or 8443: private, loopback, link-local, metadata, multicast and translated addresses,
         *     and names of special use or that the public cannot register, are `delivery_target_rejected`, now and again at every connection. Redirects are
         *     not followed.
         */
        patch: operations["setListDelivery"];
        trace?: never;
    };
    "/api/service/lists/{listId}/diff-rows/{diffRowId}/exclusion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Leave the company of a diff row out of exports and deliveries, or take that back.
         * @description Holds for the company in this List, whatever later diffs say of it, until it is taken back with `excluded: false`. Its row stays, and is paid for.
         */
        patch: operations["excludeDiffRow"];
        trace?: never;
    };
    "/api/service/lists/{listId}/diff-rows/{diffRowId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say what came of looking at a diff row.
         * @description A review replaces the one before. It changes neither the List nor its exports; `rejected` keeps the row out of diff deliveries.
         */
        patch: operations["reviewDiffRow"];
        trace?: never;
    };
    "/api/service/lists/{listId}/diffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The diffs of the List, newest first, without their rows. */
        get: operations["listDiffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/diffs/{diffId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One diff with its rows. */
        get: operations["getDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/diffs/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest diff with its rows.
         * @description A diff without rows says that nothing had changed; `diff: null` that the List was never refreshed.
         */
        get: operations["getLatestDiff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/enrichments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The enrichment runs of a List, newest first. */
        get: operations["listEnrichments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/enrichments/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One enrichment run. */
        get: operations["getEnrichment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/enrichments/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many rows enriching would find a new value for, and what it would cost.
         * @description Nothing is charged. Suppressed and excluded rows are left alone.
         */
        post: operations["estimateEnrichment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/enrichments/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrich the rows of a List: 1 enrichment credit a row and field with a new value.
         * @description A value that the row has already is free, whenever it was observed, and so are rows for which nothing is found. Suppressed and
         *     excluded rows are left alone. The run is done when it is answered; the values are in `enrichments` of the rows and in the
         *     columns of the next export.
         */
        post: operations["runEnrichment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Write the List as CSV; the answer says where it is.
         * @description Suppressed and excluded rows are left out; `columns` names the columns. Cells that a spreadsheet would run as a formula
         *     begin with `'`. The path carries the hash of the content: the same rows give the same path, and what is behind a path never
         *     changes. It is good for 30 days after the content was exported last, and for as long as it is the latest export of the List.
         */
        get: operations["exportList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/exports/{fileName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An exported CSV file.
         * @description UTF-8, lines end in CRLF, the first one names the columns.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a List as they stand, before publishing.
         * @description Every row, with what publishing and exporting would leave out marked.
         */
        get: operations["previewList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep the rows of the List as a numbered snapshot that never changes.
         * @description Suppressed and excluded rows are left out. The facts of the companies are kept as they are now; every refresh compares with the latest snapshot. Publishing again makes the next number.
         */
        post: operations["publishList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate the published definition anew and say what was added, removed and changed.
         * @description Compares what the published definition finds now with the latest snapshot. What changed becomes the next snapshot, so that
         *     no diff says it twice; without changes `to_version` is `from_version`.
         *
         *     The rows of the List stay as they are: `added` ones enter it by `POST /lists/materialize` with `list_id`, `removed` ones are
         *     taken out of exports by an exclusion. A refresh that finds nothing by weak conditions, or more than 10,000 rows, is refused
         *     rather than taken for a change. The answer has the first rows of the diff; its further pages are at
         *     `GET /lists/{listId}/diffs/{diffId}`, with `meta.next_cursor`.
         */
        post: operations["refreshList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Refresh a List by hand, daily or weekly.
         * @description Runs for active published Lists, beginning with the first such time from now on; a schedule that does not run yet is kept, with the warning `schedule_not_running`. A scheduled refresh that finds changes delivers them if delivery is enabled.
         */
        patch: operations["setListSchedule"];
        trace?: never;
    };
    "/api/service/lists/{listId}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The numbered states of the List, newest first. */
        get: operations["listSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/{listId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set a List active, paused or archived.
         * @description Setting a List active begins its schedule anew: a time that it slept through is not made up for.
         */
        patch: operations["setListStatus"];
        trace?: never;
    };
    "/api/service/lists/{listId}/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Companies that the List leaves out of exports and deliveries. */
        get: operations["listSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add and remove suppressed companies.
         * @description All or nothing; at most 1,000 entries, those of `add` and `remove` together. What is removed is taken away first. Rows stay, and are paid for.
         */
        patch: operations["changeSuppressions"];
        trace?: never;
    };
    "/api/service/lists/{listId}/workspace-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the workspace shows the List. */
        get: operations["getWorkspacePreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the workspace preferences by a merge patch.
         * @description A JSON merge patch (RFC 7396): members that are given replace or change those that are there, null takes them away. What comes of it has at most 16 KiB as compact JSON.
         */
        patch: operations["patchWorkspacePreferences"];
        trace?: never;
    };
    "/api/service/lists/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page through the frozen members of an estimate.
         * @description A preview before paying; it is not exported. Company facts are those of now.
         */
        get: operations["listCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a definition with its members for 24 hours, and say what saving it costs.
         * @description The first step to a List. Nothing is charged. Look at `resolved_definition`, `unsupported_conditions` and `weak_conditions`
         *     before saving; what saving costs is `billing.materialize.estimated_credits`. The members stay those of the estimate for 24
         *     hours, whatever becomes of the search. More than 10,000 rows are answered and not saved.
         */
        post: operations["estimateList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/lists/materialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save an estimate as a List, or add its rows to one: 1 basic credit a saved row.
         * @description Saves the frozen members, all or none. With `list_id` the rows that this List lacks are added, and those alone are charged; it
         *     is the one way that rows found by a refresh enter a List. A List has at most 50,000 rows.
         *
         *     Refused with `list_conditions_not_materializable`, the reason in `error.details`: conditions that are not applied, no rows with
         *     weak conditions, more than 10,000 rows in the estimate, or more than 50,000 in the List.
         */
        post: operations["materializeList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/observations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find evidence records across companies by words, filters and themes, grouped by company.
         * @description Saves nothing and costs no credit. First `company_ids`, `observation_types`, `observation_subtypes` and `sources` are applied, then the other filters and the words. When more observations match than `scan_limit`, the best are read and the warning `scan_truncated` says so.
         *
         *     Zero results are not an error: `warnings` says what might explain them, `meta.coverage_warnings` how far the data reaches, `meta.source_search` what was searched.
         */
        post: operations["searchObservations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/research/external": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The research items of the account, newest first. */
        get: operations["listResearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/research/external/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What storing a research item would cost.
         * @description Free, and nothing is stored. The price is made from the source type and the pages; every field is optional.
         */
        post: operations["estimateResearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/research/external/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a research item of a company.
         * @description Charges what the estimate of the same inputs says, in basic credits; an item that is there already under its `dedupeKey` is answered with `created: false`, for nothing. `Idempotency-Key` and `maxCredits` are optional.
         *
         *     Raw transcripts, secrets, customers' secrets, bank details and addresses that are not public are refused; `error.details` names the field, line and reason of each, and nothing is stored or charged. Nothing that is stored here ever becomes an observation by itself.
         */
        post: operations["storeResearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve one identifier or name to a company.
         * @description Never a guess: a name settles by itself only when one active company has exactly this name. Everything else is `ambiguous` or `not_found`, and `gaps` says what would help; neither is an error. A malformed identifier is `not_found` with a gap.
         */
        post: operations["resolveCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/resolve/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve up to 1,000 identifiers or names, each with an outcome of its own.
         * @description An item that does not fit its schema gets an `error` of its own, and the others are answered. The batch is one heavy request for the rate, and each item counts as one search toward the quotas. The items list at most 5,000 candidates together; `candidate_count` says how many each of them has.
         */
        post: operations["resolveCompanies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find companies by name, identifier, domain and filters.
         * @description Runs exactly the query and filters given: nothing is added, guessed or corrected. Companies are matched in stages: exact
         *     identifier, exact company_id, exact normalized name, beginning of a name, all words in a name. `query_match` says for each
         *     company why it was found.
         *
         *     A query that says too little (fewer than two characters, only a legal form, only a prefecture) without filters reaches 100
         *     companies and warns `broad_query_restricted`. A search without results warns `zero_results` and says what might explain
         *     it. Each request counts as one search toward rate and quota.
         */
        post: operations["searchCompanies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sources of the account, newest first. */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a source with its rows; what was charged stays charged. */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a source as uploaded, with what became of them, as CSV.
         * @description UTF-8, with CRLF line ends. Behind the columns of the upload stand `source_row_id`, `resolve_status`, `company_id`, `superseded_by`, `company_name`, `matched_by`, `candidate_count`, `candidate_company_ids` and `issues`. Cells that a spreadsheet would run as a formula have an apostrophe in front.
         */
        get: operations["exportSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A source with its detected columns, its mapping and sample rows. */
        get: operations["inspectSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say which columns identify companies.
         * @description Mapping again is always permitted; the source is `mapped` then until it is resolved again. Rows that are matched stay so.
         */
        post: operations["mapSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the company of each row; 1 basic credit for each row that is matched.
         * @description Resolves the rows that are `unresolved` or `not_found`, and charges 1 basic credit for each that becomes `matched`; rows that are matched already are never charged again. A row is matched only when nothing in it speaks for another company.
         *
         *     `run` has the counts of the whole source after the run. With `dryRun: true` the answer is the same, and nothing is saved or charged.
         */
        post: operations["resolveSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a source with their states and candidates, in the order of the upload.
         * @description `review` counts the whole source, whatever the page shows. Rows in `multiple_candidates` are settled by `select`, rows in `not_found` by mapping further columns and resolving again, `invalid` rows by a new import.
         */
        get: operations["reviewSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/{sourceId}/select": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle a row on one of its candidates; 1 basic credit.
         * @description Takes a row in `multiple_candidates` and one of its `resolve_candidates`. The choice is remembered for the name in the row: it orders the candidates of later rows, and never settles one.
         */
        post: operations["selectSourceRow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/sources/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import rows of a table, to find the company of each.
         * @description At most 50,000 rows, 200 headers, 10,000 characters in a cell or header, and 32 MiB of body. Free of charge.
         *
         *     An `Idempotency-Key` is optional. With `contentSha256`, the same headers and rows imported again are the source that is there already, in whatever state it is (`deduplicated: true`); without it every import makes a new source.
         *
         *     Next: map the columns (`next_actions` has a proposal), then resolve, then review.
         */
        post: operations["importSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests and searches of this day and month, and what is left of the search quota.
         * @description Days and months are those of Asia/Tokyo. A request shows within a second.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document as a page, to read and to try */
        get: operations["showApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A style, script or picture of that page */
        get: operations["getDocumentPagePart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Measurements of the process and its requests, in the format of Prometheus */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service can answer: Postgres, Elasticsearch and the indices of companies and observations */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What a charging call cost. */
        Billing: {
            /** @description The balance of the class behind the call that was charged; in a dry run, what would be left. */
            balance_after: number;
            /**
             * @description Which of the two balances pays: `basic` for matched rows, saved rows and research, `enrichment` for values that are added to the rows of a List.
             * @enum {string}
             */
            credit_class: "basic" | "enrichment";
            /** @description Whole credits that this call charged; in a dry run, what it would charge; 0 in a replay. */
            credits_used: number;
            /** @description True when this is the answer of an earlier call with the same Idempotency-Key. */
            deduplicated: boolean;
            /** @description True when nothing was saved or charged. */
            dry_run: boolean;
            /** @description The `maxCredits` of the call whose answer this is; null when it set no limit. */
            max_credits: number | null;
        };
        /** @description A company that may be meant, with what a person needs to choose. */
        Candidate: {
            /**
             * @description City, ward or town of the head office; null when it is not known or outside Japan.
             * @example 豊田市
             */
            city: string | null;
            /**
             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /** @description What to call it: the short name that the exchange uses for a listed company, else the legal name. */
            display_name: string;
            /** @description Name with its legal form, as registered or as filed; where none is known, the best other name. */
            legal_name: string;
            /**
             * @description Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.
             * @enum {string}
             */
            listing_status: "listed" | "delisted" | "private" | "unknown";
            /** @description Every rule that found it, the best first. */
            matched_by: components["schemas"]["MatchedBy"][];
            /**
             * @description Prefecture of the head office; null when it is not known or outside Japan.
             * @example 愛知県
             */
            prefecture: string | null;
            /**
             * @description `closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.
             * @enum {string}
             */
            status: "active" | "closed" | "merged" | "removed";
            /** @description The company that took this one over, where it is known; else null. */
            superseded_by: string | null;
        };
        /** @description A page of companies, without the keys of POST /search. */
        CompaniesAnswer: {
            /** @description The page, in the order asked for. */
            companies: components["schemas"]["CompanyResult"][];
            /** @description For each field asked for, its values with the most companies, at most 50. Every condition applies but the own filter of the field. Absent unless asked for. */
            facets?: {
                /** @description By sector of the exchange. */
                industry_33_code?: components["schemas"]["FacetValue"][];
                /** @description By listing. */
                listing_status?: components["schemas"]["FacetValue"][];
                /** @description By market segment. */
                market_segment?: components["schemas"]["FacetValue"][];
                /** @description By prefecture of the head office. */
                prefecture?: components["schemas"]["FacetValue"][];
                /** @description By number of employees, in bands such as `10-49`; for filters use `min_employees` and `max_employees`. */
                size?: components["schemas"]["FacetValue"][];
            };
            /** @description The page and its totals. */
            meta: {
                /** @description How far the data reaches that the conditions and the order rest on. */
                coverage_warnings: components["schemas"]["CoverageWarning"][];
                /** @description Whether there is a page behind this one. */
                has_more: boolean;
                /** @description Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor. */
                matched_companies: number | null;
                /** @description The query as it was read, after normalization; null for a browse by filters. */
                query: string | null;
                /** @description Companies on this page. */
                returned_companies: number;
                /** @description `exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`. */
                total_count_source: ("exact_count" | "lower_bound_fallback") | null;
                /**
                 * @description `exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.
                 * @enum {string}
                 */
                total_kind: "exact" | "lower_bound" | "estimate" | "unknown";
            };
            /**
             * @description What this answer is.
             * @constant
             */
            object: "company_search";
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /**
             * @description `ready` on every success.
             * @constant
             */
            status: "ready";
            /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Who a company is. */
        Company: {
            /**
             * @description City, ward or town of the head office; null when it is not known or outside Japan.
             * @example 豊田市
             */
            city: string | null;
            /**
             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /**
             * @description Corporate number of the National Tax Agency, 13 digits; null when it is not known.
             * @example 1180301018771
             */
            corporate_number: string | null;
            /** @description What to call it: the short name that the exchange uses for a listed company, else the legal name. */
            display_name: string;
            /**
             * @description Code of the 33 sectors of the exchange; null when it is not listed or has no sector.
             * @example 3700
             */
            industry_33_code: string | null;
            /** @description Kind of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社; null when it is not known. */
            kind: ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other") | null;
            /** @description Name with its legal form, as registered or as filed; where none is known, the best other name. */
            legal_name: string;
            /**
             * @description Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.
             * @enum {string}
             */
            listing_status: "listed" | "delisted" | "private" | "unknown";
            /** @description Market segment of its exchange: `main` and `next` are of Nagoya, `ambitious` of Sapporo, `q_board` of Fukuoka; null when it is not listed. */
            market_segment: ("prime" | "standard" | "growth" | "pro_market" | "main" | "next" | "ambitious" | "q_board" | "other") | null;
            /**
             * @description Prefecture of the head office; null when it is not known or outside Japan.
             * @example 愛知県
             */
            prefecture: string | null;
            /**
             * @description Securities code of its current listing; null when it is not listed.
             * @example 7203
             * @example 130A
             */
            securities_code: string | null;
            /**
             * @description `closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.
             * @enum {string}
             */
            status: "active" | "closed" | "merged" | "removed";
            /** @description The company that took this one over, where it is known; else null. */
            superseded_by: string | null;
        };
        /** @description What happened to a company. */
        CompanyChange: {
            /**
             * @description What happened. `merged`: another company took it over. `removed`: the register took the entry back. `renumbered`: the record was joined to another, and this id is a former one now.
             * @enum {string}
             */
            change: "added" | "changed" | "closed" | "merged" | "removed" | "renumbered";
            /**
             * Format: date-time
             * @description When the service learnt of it.
             */
            changed_at: string;
            /**
             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /** @description What changed; empty for a company that was added. */
            fields: string[];
            /** @description Under which id the company goes on today: that of its successor after a merger, its own after a renumbering; else null. */
            superseded_by: string | null;
            /** @description Grows with every change of the company. */
            version: number;
        };
        /** @description Changes to conditions on companies: null takes one away, what is not given stays. */
        CompanyFilterChanges: {
            /** @description true: only companies with AI-related openings; false: only those without a known one. */
            ai_jobs?: boolean | null;
            /** @description Cities, wards or towns of the head office, as the register writes them (豊田市). */
            city?: (string | string[]) | null;
            /** @description Only these companies; a former id stands for the company that has it. Of an empty list there is none. */
            company_ids?: (string | string[]) | null;
            /** @description true: only companies with a valid construction permit; false: only those without a known one. */
            construction?: boolean | null;
            /** @description Licence types of which the company holds at least one in a valid permit. */
            construction_license_types?: (("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition") | ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[]) | null;
            /** @description true: only companies with current openings; false: only those without a known one. */
            has_jobs?: boolean | null;
            /** @description true: only companies with a known website; false: only those without. */
            has_website?: boolean | null;
            /** @description Sectors of the exchange (33): code (3700) or label (輸送用機器). */
            industry_33_code?: (string | string[]) | null;
            /** @description Kinds of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社. */
            kind?: (("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other") | ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other")[]) | null;
            /** @description Listing on a Japanese exchange. `private`: the company says that it is not listed. `unknown`: nobody says. */
            listing_status?: (("listed" | "delisted" | "private" | "unknown") | ("listed" | "delisted" | "private" | "unknown")[]) | null;
            /** @description Market segments, by key (`prime`, `standard`, `growth`, `pro_market`, `main`, `next`, `ambitious`, `q_board`, `other`) or by the exchange's label (プライム). */
            market_segment?: (string | string[]) | null;
            /** @description Greatest number of employees, at least `min_employees`. Not together with a query or `semantic_tag`. Companies without such a number are left out. */
            max_employees?: number | null;
            /** @description Greatest number of insured persons, at least `min_insured_persons`. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
            max_insured_persons?: number | null;
            /** @description Least number of employees. Companies without such a number are left out. */
            min_employees?: number | null;
            /** @description Least number of insured persons. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
            min_insured_persons?: number | null;
            /** @description Prefectures of the head office, not of a job: name (東京都), short name (東京), romaji (Tokyo) or code (13). */
            prefecture?: (string | string[]) | null;
            /** @description Accepted and not applied: the answer warns `semantic_tags_unsupported`. Not together with `max_employees`. */
            semantic_tag?: string | null;
            /** @description States in the register; `active` alone unless given. An identifier as query and `company_ids` find their companies in any state. */
            status?: (("active" | "closed" | "merged" | "removed") | ("active" | "closed" | "merged" | "removed")[]) | null;
            /** @description Technologies of which the company uses at least one, as in `profile.technologies[].key`. */
            technologies?: (string | string[]) | null;
            /** @description Domains of the website; of a URL its registrable domain counts. */
            website_domains?: (string | string[]) | null;
        };
        /** @description Conditions on companies; all of them must hold, and of a list one value must. An empty list is no condition, but for `company_ids`: of no company there is nothing. A value that no company has matches nothing, and the answer warns `filter_value_unknown` with the nearest ones. */
        CompanyFilters: {
            /** @description true: only companies with AI-related openings; false: only those without a known one. */
            ai_jobs?: boolean;
            /** @description Cities, wards or towns of the head office, as the register writes them (豊田市). */
            city?: string | string[];
            /** @description Only these companies; a former id stands for the company that has it. Of an empty list there is none. */
            company_ids?: string | string[];
            /** @description true: only companies with a valid construction permit; false: only those without a known one. */
            construction?: boolean;
            /** @description Licence types of which the company holds at least one in a valid permit. */
            construction_license_types?: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition") | ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
            /** @description true: only companies with current openings; false: only those without a known one. */
            has_jobs?: boolean;
            /** @description true: only companies with a known website; false: only those without. */
            has_website?: boolean;
            /** @description Sectors of the exchange (33): code (3700) or label (輸送用機器). */
            industry_33_code?: string | string[];
            /** @description Kinds of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社. */
            kind?: ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other") | ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other")[];
            /** @description Listing on a Japanese exchange. `private`: the company says that it is not listed. `unknown`: nobody says. */
            listing_status?: ("listed" | "delisted" | "private" | "unknown") | ("listed" | "delisted" | "private" | "unknown")[];
            /** @description Market segments, by key (`prime`, `standard`, `growth`, `pro_market`, `main`, `next`, `ambitious`, `q_board`, `other`) or by the exchange's label (プライム). */
            market_segment?: string | string[];
            /** @description Greatest number of employees, at least `min_employees`. Not together with a query or `semantic_tag`. Companies without such a number are left out. */
            max_employees?: number;
            /** @description Greatest number of insured persons, at least `min_insured_persons`. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
            max_insured_persons?: number;
            /** @description Least number of employees. Companies without such a number are left out. */
            min_employees?: number;
            /** @description Least number of insured persons. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
            min_insured_persons?: number;
            /** @description Prefectures of the head office, not of a job: name (東京都), short name (東京), romaji (Tokyo) or code (13). */
            prefecture?: string | string[];
            /** @description Accepted and not applied: the answer warns `semantic_tags_unsupported`. Not together with `max_employees`. */
            semantic_tag?: string;
            /** @description States in the register; `active` alone unless given. An identifier as query and `company_ids` find their companies in any state. */
            status?: ("active" | "closed" | "merged" | "removed") | ("active" | "closed" | "merged" | "removed")[];
            /** @description Technologies of which the company uses at least one, as in `profile.technologies[].key`. */
            technologies?: string | string[];
            /** @description Domains of the website; of a URL its registrable domain counts. */
            website_domains?: string | string[];
        };
        /** @description Everything that is known of one company. */
        CompanyProfile: {
            /** @description Who it is. `sources` has who says each field, and when. */
            company: {
                /** @description Day on which the corporate number was assigned; null when it is not known. */
                assigned_on: string | null;
                /**
                 * @description City, ward or town of the head office; null when it is not known or outside Japan.
                 * @example 豊田市
                 */
                city: string | null;
                /** @description Why it was closed; null while it is active and when nobody says. */
                close_cause: ("liquidated" | "merger" | "closed_by_registrar" | "other") | null;
                /** @description Day on which the register closed it; null while it is active. */
                closed_on: string | null;
                /**
                 * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
                 * @example cn_1180301018771
                 * @example tse_7203
                 */
                company_id: string;
                /**
                 * @description Corporate number of the National Tax Agency, 13 digits; null when it is not known.
                 * @example 1180301018771
                 */
                corporate_number: string | null;
                /** @description What to call it: the short name that the exchange uses for a listed company, else the legal name. */
                display_name: string;
                /**
                 * @description Code of the 33 sectors of the exchange; null when it is not listed or has no sector.
                 * @example 3700
                 */
                industry_33_code: string | null;
                /** @description Kind of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社; null when it is not known. */
                kind: ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other") | null;
                /** @description Name with its legal form, as registered or as filed; where none is known, the best other name. */
                legal_name: string;
                /**
                 * @description Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.
                 * @enum {string}
                 */
                listing_status: "listed" | "delisted" | "private" | "unknown";
                /** @description Market segment of its exchange: `main` and `next` are of Nagoya, `ambitious` of Sapporo, `q_board` of Fukuoka; null when it is not listed. */
                market_segment: ("prime" | "standard" | "growth" | "pro_market" | "main" | "next" | "ambitious" | "q_board" | "other") | null;
                /**
                 * @description Prefecture of the head office; null when it is not known or outside Japan.
                 * @example 愛知県
                 */
                prefecture: string | null;
                /** @description Day of the register's newest entry; null when it is not known. */
                register_updated_on: string | null;
                /**
                 * @description Securities code of its current listing; null when it is not listed.
                 * @example 7203
                 * @example 130A
                 */
                securities_code: string | null;
                /**
                 * Format: date-time
                 * @description When the service last changed anything of it.
                 */
                updated_at: string;
            };
            /** @description Every identifier that it has or had; the company_id of today comes first. */
            identifiers: {
                /** @description Whether it identifies the company today; null for a derived invoice number: whether the company is registered as an issuer is not known. */
                current: boolean | null;
                /** @description Of an invoice number: that it was made from the corporate number and comes from no register of invoice issuers. Else null. */
                derived_from: "corporate_number" | null;
                /**
                 * @description What kind of identifier it is.
                 * @enum {string}
                 */
                identifier_type: "company_id" | "corporate_number" | "invoice_number" | "securities_code" | "edinet_code" | "domain";
                /** @description Day on which the source stated it, in Japan; null when it is not known. */
                observed_at: string | null;
                /** @description Who says it; null for ids, which the service assigns, and for what is derived. */
                source: ("corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange") | null;
                /** @description The first day on which it held; null when it is not known. */
                valid_from: string | null;
                /** @description The first day on which it no longer holds; null while it holds. */
                valid_to: string | null;
                /** @description The identifier. */
                value: string;
            }[];
            /** @description Every listing that it has or had, current ones first. */
            listings: {
                /** @description Whole days since that day. */
                age_days: number;
                /**
                 * Format: date
                 * @description Day of the exchange's list that last named it.
                 */
                as_of: string;
                /** @description Securities code. */
                code: string;
                /**
                 * @description Tokyo, Nagoya, Sapporo or Fukuoka Stock Exchange.
                 * @enum {string}
                 */
                exchange: "tse" | "nse" | "sse" | "fse";
                /**
                 * @description Code of the 33 sectors of the exchange; null when it is not listed or has no sector.
                 * @example 3700
                 */
                industry_33_code: string | null;
                /** @description Day of listing; null when it is not known. */
                listed_from: string | null;
                /** @description The first day on which it was no longer listed; null while it is. */
                listed_to: string | null;
                /** @description Market segment of its exchange: `main` and `next` are of Nagoya, `ambitious` of Sapporo, `q_board` of Fukuoka; null when it is not listed. */
                market_segment: ("prime" | "standard" | "growth" | "pro_market" | "main" | "next" | "ambitious" | "q_board" | "other") | null;
                /**
                 * @description Common stock, preferred stock, or investment certificates.
                 * @enum {string}
                 */
                security_kind: "common" | "preferred" | "investment";
                /** @description The name that the exchange uses; null when it is not known. */
                short_name: string | null;
                /** @description Size class of the exchange, in its words (TOPIX Core30); null when it has none. */
                size_class: string | null;
            }[];
            /** @description Every name that it has or had: legal, trade, English, kana, former. */
            names: {
                /**
                 * @description `legal`: as registered. `kana`: its reading. `former`: a legal name of before.
                 * @enum {string}
                 */
                kind: "legal" | "trade" | "english" | "kana" | "former";
                /** @description The name. */
                name: string;
                /** @description Day on which the source stated it, in Japan; null when it is not known. */
                observed_at: string | null;
                /**
                 * @description Who says it: a register, a filing, the exchange, the company itself.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description The first day on which it held; null when it is not known. */
                valid_from: string | null;
                /** @description The first day on which it no longer holds; null while it holds. */
                valid_to: string | null;
            }[];
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /** @description What is known, the newest value of each field; a field that nobody tells is absent. */
            profile: {
                /** @description Address outside Japan. */
                address_outside_japan?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description Day on which the source stated it, in Japan; null when it is not known. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The first day on which it held; null when it is not known. */
                    valid_from: string | null;
                    /** @description The address. */
                    value: {
                        /** @description City, ward or town; null when it is not known or outside Japan. */
                        city: string | null;
                        /** @description Postal code, 7 digits; null when it is not known. */
                        postal_code: string | null;
                        /**
                         * @description Prefecture of the head office; null when it is not known or outside Japan.
                         * @example 愛知県
                         */
                        prefecture: string | null;
                        /** @description The rest of the address; outside Japan the whole of it. */
                        street: string | null;
                    };
                };
                /** @description Lines of business. */
                business_items?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Lines of business. */
                    value: string[];
                };
                /** @description What the company does, in its words. */
                business_summary?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description What the company does, in its words. */
                    value: string;
                };
                /** @description Capital stock at the end of a fiscal year. */
                capital?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description Capital stock, in yen. */
                capital_yen?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Capital stock, in yen. */
                    value: number;
                };
                /** @description Whether it publishes consolidated statements. */
                consolidated?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Whether it publishes consolidated statements. */
                    value: boolean;
                };
                /** @description Employees. */
                employees?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Employees. */
                    value: number;
                };
                /** @description Share of equity in total assets at the end of a fiscal year. */
                equity_ratio?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description End of the fiscal year, as the filing writes it (3月31日). */
                fiscal_year_end?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description End of the fiscal year, as the filing writes it (3月31日). */
                    value: string;
                };
                /** @description Day of foundation. */
                founded_on?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /**
                     * Format: date
                     * @description Day of foundation.
                     */
                    value: string;
                };
                /** @description Year of foundation. */
                founding_year?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Year of foundation. */
                    value: number;
                };
                /** @description Address of the head office. */
                head_office?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description Day on which the source stated it, in Japan; null when it is not known. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The first day on which it held; null when it is not known. */
                    valid_from: string | null;
                    /** @description The address. */
                    value: {
                        /** @description City, ward or town; null when it is not known or outside Japan. */
                        city: string | null;
                        /** @description Postal code, 7 digits; null when it is not known. */
                        postal_code: string | null;
                        /**
                         * @description Prefecture of the head office; null when it is not known or outside Japan.
                         * @example 愛知県
                         */
                        prefecture: string | null;
                        /** @description The rest of the address; outside Japan the whole of it. */
                        street: string | null;
                    };
                };
                /** @description Industry, as the filing writes it. */
                industry?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Industry, as the filing writes it. */
                    value: string;
                };
                /** @description Insured persons of social insurance, counted by registered workplace: no count of employees. */
                insured_persons?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Insured persons of social insurance, counted by registered workplace: no count of employees. */
                    value: number;
                };
                /** @description What the filing says of its listing: 上場 or 非上場. */
                listing_statement?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description What the filing says of its listing: 上場 or 非上場. */
                    value: string;
                };
                /** @description Net assets at the end of a fiscal year. */
                net_assets?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description Net income of a fiscal year. */
                net_income?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description Ordinary income of a fiscal year. */
                ordinary_income?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description Grade of its qualification to bid for procurement by ministries. */
                qualification_grade?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Grade of its qualification to bid for procurement by ministries. */
                    value: string;
                };
                /** @description Revenue of a fiscal year. */
                revenue?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description Technologies that it is known to use. Source and time beside it are those of the newest. */
                technologies?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Technologies that it is known to use. Source and time beside it are those of the newest. */
                    value: components["schemas"]["Technology"][];
                };
                /** @description Total assets at the end of a fiscal year. */
                total_assets?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description The newest year that is known. */
                    value: {
                        /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
                        fiscal_year: number;
                        /** @description In yen; of `equity_ratio` a ratio (0.4 is 40 %). */
                        value: number;
                    };
                };
                /** @description Website, http or https. */
                website_url?: {
                    /** @description Whole days from `observed_at` until now; null when that is not known. */
                    age_days: number | null;
                    /** @description When the source says that it was so; null when it does not say. */
                    observed_at: string | null;
                    /**
                     * @description Who says it: a register, a filing, the exchange, the company itself.
                     * @enum {string}
                     */
                    source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                    /** @description Website, http or https. */
                    value: string;
                };
            };
            /** @description The id that was asked for when it is a former one of this company; else null. */
            resolved_from: string | null;
            /** @description Where the fields of `company`, and `status` and `superseded_by`, come from; a field without a value is absent. */
            sources: {
                /** @description Of `assigned_on`. */
                assigned_on?: components["schemas"]["FactOrigin"];
                /** @description Of `city`. */
                city?: components["schemas"]["FactOrigin"];
                /** @description Of `close_cause`. */
                close_cause?: components["schemas"]["FactOrigin"];
                /** @description Of `closed_on`. */
                closed_on?: components["schemas"]["FactOrigin"];
                /** @description Of `corporate_number`. */
                corporate_number?: components["schemas"]["FactOrigin"];
                /** @description Of `display_name`: the listing whose short name it is, else the legal name. */
                display_name?: components["schemas"]["FactOrigin"];
                /** @description Of `industry_33_code`. */
                industry_33_code?: components["schemas"]["FactOrigin"];
                /** @description Of `kind`; `derived_from` is `legal_name` where the legal form in the name tells it. */
                kind?: components["schemas"]["FactOrigin"];
                /** @description Of `legal_name`; `derived_from` is `names` where another name stands in for it. */
                legal_name?: components["schemas"]["FactOrigin"];
                /** @description Of `listing_status`: the listings, else what the filer states to EDINET. */
                listing_status?: components["schemas"]["FactOrigin"];
                /** @description Of `market_segment`. */
                market_segment?: components["schemas"]["FactOrigin"];
                /** @description Of `prefecture`. */
                prefecture?: components["schemas"]["FactOrigin"];
                /** @description Of `register_updated_on`. */
                register_updated_on?: components["schemas"]["FactOrigin"];
                /** @description Of `securities_code`. */
                securities_code?: components["schemas"]["FactOrigin"];
                /** @description Of `status`. A company that the register has not told of counts as active until somebody states its end: then `source` is null. */
                status?: components["schemas"]["FactOrigin"];
                /** @description Of `superseded_by` and `superseded_by_corporate_number`. */
                superseded_by?: components["schemas"]["FactOrigin"];
            };
            /**
             * @description `closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.
             * @enum {string}
             */
            status: "active" | "closed" | "merged" | "removed";
            /** @description The company that took this one over, where it is known; a company closed by merger is still itself. Else null. */
            superseded_by: string | null;
            /**
             * @description Corporate number of that company, also when the service does not hold it; else null.
             * @example 1180301018771
             */
            superseded_by_corporate_number: string | null;
        };
        /** @description A page of companies with their figures. */
        CompanyQueryAnswer: {
            /** @description The page, in the order asked for. */
            companies: components["schemas"]["CompanyQueryResult"][];
            /**
             * @description The kind of payload that was asked.
             * @constant
             */
            kind: "company_query.v1";
            /** @description The page and its totals. */
            meta: {
                /** @description How far the data reaches that the conditions and the order rest on. */
                coverage_warnings: components["schemas"]["CoverageWarning"][];
                /** @description Companies that fit `filters` and lack a figure that is needed; null on pages reached by a cursor and when counting takes too long. */
                excluded_no_data: number | null;
                /** @description Whether there is a page behind this one. */
                has_more: boolean;
                /** @description Companies on a page at most, as asked for. */
                limit: number;
                /** @description Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor. */
                matched_companies: number | null;
                /** @description Whether more companies match than pages up to this one have shown. */
                more_results_exist: boolean;
                /** @description Pass it unchanged as `cursor` for the next page; null on the last, and where pages are not reached by cursor. */
                next_cursor: string | null;
                /**
                 * @description Always true.
                 * @constant
                 */
                pagination_supported: true;
                /** @description Always null: nothing is read out of free text. */
                query: null;
                /** @description Whether companies match that no page reaches; a warning says why. */
                results_truncated: boolean;
                /** @description Companies on this page. */
                returned_companies: number;
                /** @description `exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`. */
                total_count_source: ("exact_count" | "lower_bound_fallback") | null;
                /**
                 * @description `exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.
                 * @enum {string}
                 */
                total_kind: "exact" | "lower_bound" | "estimate" | "unknown";
            };
            /**
             * @description What this answer is.
             * @constant
             */
            object: "company_query";
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /**
             * @description `ready` on every success.
             * @constant
             */
            status: "ready";
            /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A company that a company query found, with its figures. */
        CompanyQueryResult: {
            company: components["schemas"]["Company"];
            /** @description The figures that conditions and order ask for, as they were compared. */
            financials: components["schemas"]["FinancialValue"][];
            /** @description What is known of the company, in short; GET /companies/{companyId} has all. */
            profile: {
                /** @description Employees, as reported last; null when nobody reports them. Of a holding company usually its own, not those of the group. */
                employees: number | null;
                /** @description Insured persons of social insurance, counted by registered workplace: no count of employees. Null when it is not known. */
                insured_persons: number | null;
                /** @description Time of the newest observation about the company; null without one. */
                latest_observed_at: string | null;
                /** @description How many observations there are about the company. */
                observation_counts: {
                    /** @description Their number by type of observation; types are open. */
                    by_type: {
                        [key: string]: number;
                    };
                    /** @description All observations. */
                    total: number;
                };
                /** @description Technologies that it is known to use. */
                technologies: components["schemas"]["Technology"][];
                /** @description Registrable domain of the website; null without a website or on a domain that many share. */
                website_domain: string | null;
                /** @description Website, http or https; null when none is known. */
                website_url: string | null;
            };
            /** @description Why the query found this company. */
            query_match: {
                /** @description Whether the query is an identifier or id of this very company. */
                identifier_matched: boolean;
                /** @description Every rule that found it, the best first. */
                matched_by: components["schemas"]["MatchedBy"][];
                /** @description How well the best rule fits, 0 to 1, a constant of the rule; 0 without a query. */
                relevance: number;
                /** @description The best rule, as in `matched_by`; null without a query. */
                rule: string | null;
            };
            /** @description What is known of openings and construction permits; null when nothing is. */
            source_context: {
                /** @description Construction permits; null when none is known, past ones included. */
                construction: {
                    /** @description Last day of the permit that is valid longest; null without one. */
                    latest_valid_until: string | null;
                    /** @description Licence types of those permits. */
                    license_types: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
                    /** @description Valid permits. */
                    valid_count: number;
                } | null;
                /** @description Openings; null when none is known, past ones included. */
                jobs: {
                    /** @description Those of them that are related to AI. */
                    ai_count: number;
                    /** @description Day of the newest current opening; null without one. */
                    latest_opened_at: string | null;
                    /** @description Current openings. */
                    open_count: number;
                } | null;
            } | null;
        };
        /** @description A company that a search found, and why. */
        CompanyResult: {
            company: components["schemas"]["Company"];
            /** @description What is known of the company, in short; GET /companies/{companyId} has all. */
            profile: {
                /** @description Employees, as reported last; null when nobody reports them. Of a holding company usually its own, not those of the group. */
                employees: number | null;
                /** @description Insured persons of social insurance, counted by registered workplace: no count of employees. Null when it is not known. */
                insured_persons: number | null;
                /** @description Time of the newest observation about the company; null without one. */
                latest_observed_at: string | null;
                /** @description How many observations there are about the company. */
                observation_counts: {
                    /** @description Their number by type of observation; types are open. */
                    by_type: {
                        [key: string]: number;
                    };
                    /** @description All observations. */
                    total: number;
                };
                /** @description Technologies that it is known to use. */
                technologies: components["schemas"]["Technology"][];
                /** @description Registrable domain of the website; null without a website or on a domain that many share. */
                website_domain: string | null;
                /** @description Website, http or https; null when none is known. */
                website_url: string | null;
            };
            /** @description Why the query found this company. */
            query_match: {
                /** @description Whether the query is an identifier or id of this very company. */
                identifier_matched: boolean;
                /** @description Every rule that found it, the best first. */
                matched_by: components["schemas"]["MatchedBy"][];
                /** @description How well the best rule fits, 0 to 1, a constant of the rule; 0 without a query. */
                relevance: number;
                /** @description The best rule, as in `matched_by`; null without a query. */
                rule: string | null;
            };
            /** @description What is known of openings and construction permits; null when nothing is. */
            source_context: {
                /** @description Construction permits; null when none is known, past ones included. */
                construction: {
                    /** @description Last day of the permit that is valid longest; null without one. */
                    latest_valid_until: string | null;
                    /** @description Licence types of those permits. */
                    license_types: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
                    /** @description Valid permits. */
                    valid_count: number;
                } | null;
                /** @description Openings; null when none is known, past ones included. */
                jobs: {
                    /** @description Those of them that are related to AI. */
                    ai_count: number;
                    /** @description Day of the newest current opening; null without one. */
                    latest_opened_at: string | null;
                    /** @description Current openings. */
                    open_count: number;
                } | null;
            } | null;
        };
        /** @description A page of companies. */
        CompanySearchAnswer: {
            /** @description The page, in the order asked for. */
            companies: components["schemas"]["CompanyResult"][];
            /** @description For each field asked for, its values with the most companies, at most 50. Every condition applies but the own filter of the field. Absent unless asked for. */
            facets?: {
                /** @description By sector of the exchange. */
                industry_33_code?: components["schemas"]["FacetValue"][];
                /** @description By listing. */
                listing_status?: components["schemas"]["FacetValue"][];
                /** @description By market segment. */
                market_segment?: components["schemas"]["FacetValue"][];
                /** @description By prefecture of the head office. */
                prefecture?: components["schemas"]["FacetValue"][];
                /** @description By number of employees, in bands such as `10-49`; for filters use `min_employees` and `max_employees`. */
                size?: components["schemas"]["FacetValue"][];
            };
            /** @description The page and its totals. */
            meta: {
                /** @description How far the data reaches that the conditions and the order rest on. */
                coverage_warnings: components["schemas"]["CoverageWarning"][];
                /** @description Whether there is a page behind this one. */
                has_more: boolean;
                /** @description Companies on a page at most, as asked for. */
                limit: number;
                /** @description Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor. */
                matched_companies: number | null;
                /** @description Whether more companies match than pages up to this one have shown. */
                more_results_exist: boolean;
                /** @description Pass it unchanged as `cursor` for the next page; null on the last, and where pages are not reached by cursor. */
                next_cursor: string | null;
                /**
                 * @description Always true.
                 * @constant
                 */
                pagination_supported: true;
                /** @description The query as it was read, after normalization; null for a browse by filters. */
                query: string | null;
                /** @description Whether companies match that no page reaches; a warning says why. */
                results_truncated: boolean;
                /** @description Companies on this page. */
                returned_companies: number;
                /** @description `exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`. */
                total_count_source: ("exact_count" | "lower_bound_fallback") | null;
                /**
                 * @description `exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.
                 * @enum {string}
                 */
                total_kind: "exact" | "lower_bound" | "estimate" | "unknown";
            };
            /**
             * @description What this answer is.
             * @constant
             */
            object: "company_search";
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /** @description How the query was executed. */
            planner: {
                /**
                 * @description Always so: no language model reads the query.
                 * @constant
                 */
                mode: "deterministic";
            };
            /** @description Always empty. */
            planner_runs: unknown[];
            /**
             * @description `ready` on every success.
             * @constant
             */
            status: "ready";
            /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Who a company is, with its website and size. */
        CompanySummary: {
            /**
             * @description City, ward or town of the head office; null when it is not known or outside Japan.
             * @example 豊田市
             */
            city: string | null;
            /**
             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /**
             * @description Corporate number of the National Tax Agency, 13 digits; null when it is not known.
             * @example 1180301018771
             */
            corporate_number: string | null;
            /** @description What to call it: the short name that the exchange uses for a listed company, else the legal name. */
            display_name: string;
            /** @description Employees, as reported last; null when nobody reports them. Of a holding company usually its own, not those of the group. */
            employees: number | null;
            /**
             * @description Code of the 33 sectors of the exchange; null when it is not listed or has no sector.
             * @example 3700
             */
            industry_33_code: string | null;
            /** @description Insured persons of social insurance, counted by registered workplace: no count of employees. Null when it is not known. */
            insured_persons: number | null;
            /** @description Kind of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社; null when it is not known. */
            kind: ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other") | null;
            /** @description Name with its legal form, as registered or as filed; where none is known, the best other name. */
            legal_name: string;
            /**
             * @description Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.
             * @enum {string}
             */
            listing_status: "listed" | "delisted" | "private" | "unknown";
            /** @description Market segment of its exchange: `main` and `next` are of Nagoya, `ambitious` of Sapporo, `q_board` of Fukuoka; null when it is not listed. */
            market_segment: ("prime" | "standard" | "growth" | "pro_market" | "main" | "next" | "ambitious" | "q_board" | "other") | null;
            /**
             * @description Prefecture of the head office; null when it is not known or outside Japan.
             * @example 愛知県
             */
            prefecture: string | null;
            /**
             * @description Securities code of its current listing; null when it is not listed.
             * @example 7203
             * @example 130A
             */
            securities_code: string | null;
            /**
             * @description `closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.
             * @enum {string}
             */
            status: "active" | "closed" | "merged" | "removed";
            /** @description The company that took this one over, where it is known; else null. */
            superseded_by: string | null;
            /** @description Website, http or https; null when none is known. */
            website_url: string | null;
        };
        /** @description A page of companies with their construction permits. */
        ConstructionAnswer: {
            /** @description The page and its totals, in companies. */
            meta: {
                /** @description How far the data reaches that the conditions and the order rest on. */
                coverage_warnings: components["schemas"]["CoverageWarning"][];
                /** @description Whether there is a page behind this one. */
                has_more: boolean;
                /** @description Companies on a page at most, as asked for. */
                limit: number;
                /** @description Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor. */
                matched_companies: number | null;
                /** @description Whether more companies match than pages up to this one have shown. */
                more_results_exist: boolean;
                /** @description Pass it unchanged as `cursor` for the next page; null on the last, and where pages are not reached by cursor. */
                next_cursor: string | null;
                /**
                 * @description Always true.
                 * @constant
                 */
                pagination_supported: true;
                /** @description Whether companies match that no page reaches; a warning says why. */
                results_truncated: boolean;
                /** @description Companies on this page. */
                returned_companies: number;
                /** @description `exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`. */
                total_count_source: ("exact_count" | "lower_bound_fallback") | null;
                /**
                 * @description `exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.
                 * @enum {string}
                 */
                total_kind: "exact" | "lower_bound" | "estimate" | "unknown";
            };
            /**
             * @description What this answer is.
             * @constant
             */
            object: "construction_search";
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /** @description The page, one entry a company. */
            results: components["schemas"]["ConstructionResult"][];
            /**
             * @description `ready` on every success.
             * @constant
             */
            status: "ready";
            /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A company with its construction permits. */
        ConstructionResult: {
            company: components["schemas"]["Company"];
            /** @description All its permits that match. */
            count: number;
            /** @description Its permits that match, those that are valid longest first, at most five. */
            permits: components["schemas"]["Permit"][];
        };
        /** @description How far the data reaches that a condition rests on. */
        CoverageWarning: {
            /**
             * @description The signal and its state, stable, for programs.
             * @example employees_weak
             */
            code: string;
            /** @description What that means for this answer. */
            message: string;
            /**
             * @description The kind of values that the conditions or the order rest on.
             * @enum {string}
             */
            signal: "jobs" | "construction" | "web" | "employees" | "insured_persons" | "financials" | "technologies" | "semantic_tags" | "observations" | "unsupported_conditions";
            /**
             * @description `weak`: fewer than half of the companies have a value. `pending`: values are being rebuilt. `no_data`: no company has one. `unsupported`: the condition is not applied.
             * @enum {string}
             */
            state: "weak" | "pending" | "no_data" | "unsupported";
        };
        /** @description What is left of one class of credits. */
        CreditBalance: {
            /** @description Whole credits that can be spent. */
            available: number;
            /** @description What expires first, which is also spent first; null when nothing that is left expires. */
            next_expiry: {
                /** @description Whole credits that expire then, unless they are spent before. */
                amount: number;
                /**
                 * Format: date-time
                 * @description When they expire.
                 */
                expires_at: string;
            } | null;
        };
        /** @description Where a List is delivered to, and what. */
        DeliveryTarget: {
            /**
             * Format: date-time
             * @description When delivery was configured first.
             */
            created_at: string;
            /** @description Whether anything is sent. */
            enabled: boolean;
            /**
             * @description What is sent unless a delivery says otherwise. `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.
             * @enum {string}
             */
            payload: "summary" | "diff" | "rows";
            /**
             * @description `webhook`: a signed JSON message; `chat`: a text for a Slack-compatible chat tool.
             * @enum {string}
             */
            type: "webhook" | "chat";
            /**
             * Format: date-time
             * @description When it was configured last.
             */
            updated_at: string;
            /** @description Where it is sent to; all behind the origin is masked. */
            url: string;
        };
        /** @description A column that seems to identify companies. */
        DetectedColumn: {
            /** @description How sure that is, by header and values. */
            confidence: number;
            /**
             * @description The identifier that the column seems to hold.
             * @enum {string}
             */
            field: "corporate_number" | "ticker" | "domain" | "name";
            /** @description Header of the column. */
            header: string;
            /** @description Up to three different cells of the column. */
            sample_values: string[];
            /** @description Share of the non-empty cells looked at, of 500 rows at most, that can be such an identifier. */
            valid_ratio: number;
        };
        /** @description A company search that is kept. */
        Discovery: {
            /**
             * Format: date-time
             * @description When it was saved.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the discovery.
             */
            discovery_id: string;
            /** @description Conditions beside the query; empty without any. */
            filters: components["schemas"]["ShownCompanyFilters"];
            /** @description Its name, 1 to 200 characters; need not be unique. */
            name: string;
            /** @description The order; null: by relevance with a query, by `name` without. */
            order: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
            /** @description The discovery that this one was refined from; null for a first one. */
            parent_id: string | null;
            /** @description What is searched for; null for filters alone. */
            query: string | null;
            /** @description 1 for a first one, one more than its parent has for a refined one. */
            revision: number;
        };
        /** @description A discovery with what it finds now. */
        DiscoveryAnswer: {
            /** @description The page, in the order asked for. */
            companies: components["schemas"]["CompanyResult"][];
            discovery: components["schemas"]["Discovery"];
            /** @description The page and its totals. */
            meta: {
                /** @description How far the data reaches that the conditions and the order rest on. */
                coverage_warnings: components["schemas"]["CoverageWarning"][];
                /** @description Whether there is a page behind this one. */
                has_more: boolean;
                /** @description Companies on a page at most, as asked for. */
                limit: number;
                /** @description Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor. */
                matched_companies: number | null;
                /** @description Whether more companies match than pages up to this one have shown. */
                more_results_exist: boolean;
                /** @description Pass it unchanged as `cursor` for the next page; null on the last, and where pages are not reached by cursor. */
                next_cursor: string | null;
                /**
                 * @description Always true.
                 * @constant
                 */
                pagination_supported: true;
                /** @description The query as it was read, after normalization; null for a browse by filters. */
                query: string | null;
                /** @description Whether companies match that no page reaches; a warning says why. */
                results_truncated: boolean;
                /** @description Companies on this page. */
                returned_companies: number;
                /** @description `exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`. */
                total_count_source: ("exact_count" | "lower_bound_fallback") | null;
                /**
                 * @description `exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.
                 * @enum {string}
                 */
                total_kind: "exact" | "lower_bound" | "estimate" | "unknown";
            };
            /**
             * @description What this answer is.
             * @constant
             */
            object: "discovery";
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /**
             * @description `ready` on every success.
             * @constant
             */
            status: "ready";
            /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description One enrichment of the rows of a List. */
        EnrichmentRun: {
            /**
             * Format: date-time
             * @description When it ran.
             */
            created_at: string;
            /** @description The fields, in a fixed order. */
            fields: ("website" | "employees" | "insured_persons" | "jobs" | "construction_permits" | "technologies" | "financials" | "observations")[];
            /** @description Values that were new to their row, over all fields; one credit each. */
            found_count: number;
            /** @description Rows without a value, summed over the fields. */
            not_found_count: number;
            /** @description What was found and charged for each field. */
            per_field: {
                /** @description Credits: one for each of those rows that has not this value yet. */
                credits: number;
                /**
                 * @description The field.
                 * @enum {string}
                 */
                field: "website" | "employees" | "insured_persons" | "jobs" | "construction_permits" | "technologies" | "financials" | "observations";
                /** @description Rows for which a value is found. */
                found_rows: number;
            }[];
            /**
             * Format: uuid
             * @description Id of the run.
             */
            run_id: string;
            /**
             * @description A run is done when it is answered.
             * @constant
             */
            status: "completed";
            /** @description Values that their row had already, over all fields; free. */
            unchanged_count: number;
        };
        /** @description The answer to every request that fails. */
        Error: {
            /** @description The failure. */
            readonly error: {
                /**
                 * @description Stable, for programs.
                 * @enum {string}
                 */
                code: "invalid_request" | "invalid_query" | "account_scope_conflict" | "invalid_source_headers" | "duplicate_source_headers" | "empty_source_mapping" | "execute_required" | "idempotency_key_required" | "max_credits_required" | "invalid_cursor" | "invalid_api_key" | "credit_balance_insufficient" | "not_found" | "company_not_found" | "source_not_found" | "source_row_not_found" | "list_not_found" | "estimate_not_found" | "run_not_found" | "diff_row_not_found" | "discovery_not_found" | "method_not_allowed" | "not_acceptable" | "source_mapping_required" | "source_row_not_selectable" | "preview_export_not_allowed" | "idempotency_key_in_use" | "estimate_expired" | "list_state_conflict" | "source_row_limit_exceeded" | "payload_too_large" | "unsupported_media_type" | "candidate_not_found" | "max_credits_exceeded" | "max_employees_unsupported_on_this_path" | "list_conditions_not_materializable" | "idempotency_key_reused" | "research_content_rejected" | "delivery_target_rejected" | "rate_limit_exceeded" | "daily_search_quota_exceeded" | "monthly_search_quota_exceeded" | "observation_query_failed" | "edinet_evidence_query_failed" | "internal_error" | "search_unavailable" | "database_unavailable";
                /** @description Bad fields as `[{ field, message }]`, or other facts that help a program. */
                details?: unknown;
                /** @description How many entries were left out of `details`, whose lists have at most 100 each. */
                details_omitted?: number;
                /** @description What happened, in one sentence. */
                message: string;
                /** @description What the caller can do about it. */
                recovery?: string;
            };
            /** @description What is missing for an answer. */
            readonly gaps: components["schemas"]["Gap"][];
            /**
             * @description False on every failure.
             * @constant
             */
            ok: false;
            /** @description Also in the header X-Request-Id; name it when you ask about a failure. */
            request_id: string;
            /**
             * @description `blocked`: the request is understood and refused on purpose, and `gaps` says why.
             * @enum {string}
             */
            status: "error" | "blocked";
        };
        /** @description A value and how many companies have it. */
        FacetValue: {
            /** @description Companies with this value. */
            count: number;
            /** @description What people call it, in Japanese. */
            label: string;
            /** @description The value, as the filter of that name takes it. */
            value: string;
        };
        /** @description Where a value comes from. */
        FactOrigin: {
            /** @description What the service derived the value from; source and day are then those of that. Null for a value that the source states itself. */
            derived_from: ("names" | "listings" | "listing_statement" | "legal_name" | "identifiers") | null;
            /** @description Day on which the source stated it, in Japan; null when it is not known. */
            observed_at: string | null;
            /** @description Who says it; null when nobody does. */
            source: ("corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange") | null;
        };
        /** @description A bound on a figure; a company without the figure does not fit. */
        FinancialCondition: {
            /**
             * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
             * @default latest
             */
            fiscal_year?: "latest" | number;
            /**
             * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
             * @enum {string}
             */
            metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
            /**
             * @description At least, at most, or between; bounds are included.
             * @enum {string}
             */
            op: "gte" | "lte" | "between";
            /**
             * @description Of the value; `yen` unless given. Left out for `equity_ratio`.
             * @enum {string}
             */
            unit?: "yen" | "thousand_yen" | "million_yen";
            /** @description One number; for `between` the lower and the upper. */
            value: number | number[];
        };
        /** @description A figure of a company. */
        FinancialValue: {
            /** @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. */
            fiscal_year: number;
            /**
             * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
             * @enum {string}
             */
            metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
            /** @description When the source says that it was so; null when it does not say. */
            observed_at: string | null;
            /**
             * @description Who says it: a register, a filing, the exchange, the company itself.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
            /**
             * @description `ratio` for `equity_ratio`: 0.4 is 40 %.
             * @enum {string}
             */
            unit: "yen" | "ratio";
            /** @description In `unit`. */
            value: number;
        };
        /** @description Something that is missing for a better answer. */
        Gap: {
            /** @description What is missing; stable, for programs. */
            code: string;
            /** @description The field of the request it is about. */
            field?: string;
            /** @description What is missing, in one sentence. */
            message: string;
        };
        /** @description A job opening. */
        Job: {
            /** @description Whether the work is related to AI. */
            ai_related: boolean;
            /** @description The first day on which it is no longer open; null when no end is known. */
            closed_at: string | null;
            /** @description Id of the opening. */
            job_id: string;
            /** @description Place of work, as published; null when none is named. */
            location: string | null;
            /**
             * Format: date
             * @description The first day on which it is open.
             */
            opened_at: string;
            /**
             * @description Who says it: a register, a filing, the exchange, the company itself.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
            /** @description Title, as published. */
            title: string;
        };
        /** @description A page of companies with their openings. */
        JobsAnswer: {
            /** @description The page and its totals, in companies. */
            meta: {
                /** @description How far the data reaches that the conditions and the order rest on. */
                coverage_warnings: components["schemas"]["CoverageWarning"][];
                /** @description Whether there is a page behind this one. */
                has_more: boolean;
                /** @description Companies on a page at most, as asked for. */
                limit: number;
                /** @description Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor. */
                matched_companies: number | null;
                /** @description Whether more companies match than pages up to this one have shown. */
                more_results_exist: boolean;
                /** @description Pass it unchanged as `cursor` for the next page; null on the last, and where pages are not reached by cursor. */
                next_cursor: string | null;
                /**
                 * @description Always true.
                 * @constant
                 */
                pagination_supported: true;
                /** @description Whether companies match that no page reaches; a warning says why. */
                results_truncated: boolean;
                /** @description Companies on this page. */
                returned_companies: number;
                /** @description `exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`. */
                total_count_source: ("exact_count" | "lower_bound_fallback") | null;
                /**
                 * @description `exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.
                 * @enum {string}
                 */
                total_kind: "exact" | "lower_bound" | "estimate" | "unknown";
            };
            /**
             * @description What this answer is.
             * @constant
             */
            object: "jobs_search";
            /**
             * @description True on every success.
             * @constant
             */
            ok: true;
            /** @description The page, one entry a company. */
            results: components["schemas"]["JobsResult"][];
            /**
             * @description `ready` on every success.
             * @constant
             */
            status: "ready";
            /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A company with its openings. */
        JobsResult: {
            company: components["schemas"]["Company"];
            /** @description All its openings that match. */
            count: number;
            /** @description Its openings that match, the newest first, at most five. */
            jobs: components["schemas"]["Job"][];
        };
        /** @description A change of a credit balance. Entries are only ever added. */
        LedgerEntry: {
            /** @description Whole credits by which the balance changed; negative when it fell. */
            amount: number;
            /** @description Balance of the class after this entry. */
            balance_after: number;
            /**
             * @description Which of the two balances pays: `basic` for matched rows, saved rows and research, `enrichment` for values that are added to the rows of a List.
             * @enum {string}
             */
            class: "basic" | "enrichment";
            /**
             * Format: date-time
             * @description When the entry was made.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the entry.
             */
            entry_id: string;
            /** @description `Idempotency-Key` of the call that made the entry; null when it had none. */
            idempotency_key: string | null;
            /**
             * @description `grant`: credits were added. `charge`: an operation spent credits. `reversal`: a grant or charge was undone as a whole. `expiry`: what was left of a grant ended.
             * @enum {string}
             */
            kind: "grant" | "charge" | "reversal" | "expiry";
            /**
             * @description What made the entry.
             * @example source.resolve
             * @example source.select
             * @example list.materialize
             * @example list.enrich
             * @example research.external.fetch
             * @example credits.grant
             * @example credits.reverse
             * @example credits.expire
             */
            operation: string;
            /** @description The entry that a reversal undoes; null for every other kind. */
            reverses: string | null;
            /** @description What the entry is about; of an expiry, the grant that ended. */
            subject: {
                /** @description Its id. */
                id: string;
                /**
                 * @description What kind of thing it is.
                 * @example source
                 * @example source_row
                 * @example list
                 * @example research_item
                 * @example account
                 * @example grant
                 */
                type: string;
            };
        };
        /** @description A saved List. */
        List: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the List.
             */
            list_id: string;
            /** @description Its name, 1 to 200 characters; need not be unique. */
            name: string;
            /** @description When the schedule refreshes it next; a time that has just passed is about to run. Null when the schedule does not run. */
            next_run_at: string | null;
            /** @description Why the schedule does not run: it is `manual`, the List was never published, or its status is not active. Null when it runs. */
            no_next_run_because: ("manual" | "not_published" | "paused" | "archived") | null;
            /** @description Number of the snapshot that was published last; null before the first. */
            published_version: number | null;
            /** @description Rows of the List, suppressed and excluded ones among them; at most 50,000. */
            row_count: number;
            /**
             * @description When it is refreshed by itself: `manual` never, `daily` at 06:00 in Asia/Tokyo, `weekly` on Mondays at that time.
             * @enum {string}
             */
            schedule: "manual" | "daily" | "weekly";
            /** @description What the List was made from. */
            source: {
                /** @description The source (`kind` is `source`) or the estimate it was made from; null for an empty one. */
                id: string | null;
                /**
                 * @description Kind of its definition; `empty`: made without one.
                 * @enum {string}
                 */
                kind: "empty" | "source" | "company_ids" | "query" | "company_query";
            };
            /**
             * @description `active`: everything runs. `paused`: its schedule does not run. `archived`: only reads, exports and setting the status are permitted.
             * @enum {string}
             */
            status: "active" | "paused" | "archived";
            /**
             * Format: date-time
             * @description When its settings or its published version changed last.
             */
            updated_at: string;
        };
        /** @description A condition of a definition that its result is not to be trusted for. */
        ListCondition: {
            /** @description What kind of warning it is; stable, for programs. */
            code: string;
            /** @description The field of the request it is about. */
            field?: string;
            /** @description What it means for this answer, in one or two sentences. */
            message: string;
            /** @description The signal it is about, such as `jobs` or `employees`. */
            signal?: string;
            /**
             * @description `weak`: few companies have a value; `pending`: values are being rebuilt; `no_data`: none has one, or the value names nothing; `unsupported`: not applied. Absent where the condition is weak for another reason.
             * @enum {string}
             */
            state?: "weak" | "pending" | "no_data" | "unsupported";
            /** @description Values that would find something. */
            readonly suggestions?: unknown[];
            /** @description What that field held. */
            value?: unknown;
        };
        /** @description Which companies a List consists of, as it was given. */
        ListDefinition: {
            /** @description As in company search. */
            filters?: components["schemas"]["ShownCompanyFilters"] | null;
            /** @description Take only the first so many companies, in the order given. Absent or null: all of them. */
            limit?: number | null;
            /** @description As in company search. Absent or null: by relevance with a query, else by name. */
            order?: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
            /** @description Name, identifier, domain or short term, as in company search. This or a filter is needed. */
            query?: string | null;
        } | {
            /**
             * Format: uuid
             * @description A source of the account; its matched rows become the rows, each company once.
             */
            source_id: string;
        } | {
            /** @description Companies by their ids, in the order of the rows, 1 to 10,000; repeated ones count once. */
            company_ids: string[];
        } | {
            /** @description As in company search. */
            filters?: components["schemas"]["ShownCompanyFilters"] | null;
            /** @description Conditions on figures, as given. */
            financials: {
                /**
                 * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
                 * @default latest
                 */
                fiscal_year: "latest" | number;
                /**
                 * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
                 * @enum {string}
                 */
                metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
                /**
                 * @description At least, at most, or between; bounds are included.
                 * @enum {string}
                 */
                op: "gte" | "lte" | "between";
                /**
                 * @description Of the value; `yen` unless given. Left out for `equity_ratio`.
                 * @enum {string}
                 */
                unit?: "yen" | "thousand_yen" | "million_yen";
                /** @description One number; for `between` the lower and the upper. */
                value: number | number[];
            }[];
            /**
             * @description The kind of payload.
             * @constant
             */
            kind: "company_query.v1";
            /** @description Take only the first so many companies, in the order given. Absent or null: all of them. */
            limit?: number | null;
            /** @description The order, as given; absent or null: by name. */
            sort?: (("name" | "jobs" | "ai" | "construction" | "employees") | {
                /**
                 * @description `desc`: the largest first.
                 * @default desc
                 * @enum {string}
                 */
                direction: "asc" | "desc";
                /**
                 * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
                 * @default latest
                 */
                fiscal_year: "latest" | number;
                /**
                 * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
                 * @enum {string}
                 */
                metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
            }) | null;
        };
        /** @description A message that is sent to the target of a List. */
        ListDelivery: {
            /** @description Every try to send it, in their order. */
            attempts: {
                /** @description Its number, from 1. */
                attempt: number;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                attempted_at: string;
                /** @description How long it took, in milliseconds; in whole seconds where nothing answered. */
                duration_ms: number;
                /** @description What happened, in one sentence. */
                message: string;
                /**
                 * @description `accepted`: answered 2xx; `refused`: answered otherwise; `unreachable`: not answered; `target_rejected`: not sent, because the address is not permitted or the List no longer delivers there.
                 * @enum {string}
                 */
                outcome: "accepted" | "refused" | "unreachable" | "target_rejected";
                /** @description HTTP status of the answer; null without one. */
                status_code: number | null;
            }[];
            /**
             * Format: date-time
             * @description When it was made; the message is as of then.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the delivery; receivers get it as `webhook-id`.
             */
            delivery_id: string;
            /** @description The latest diff of the List when the delivery was made; null before the first. */
            diff_id: string | null;
            /** @description When it was accepted or given up; null while it is pending. */
            finished_at: string | null;
            /**
             * @description `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.
             * @enum {string}
             */
            payload: "summary" | "diff" | "rows";
            /**
             * @description `pending`: to be sent, or sent again; `delivered`: accepted; `failed`: given up.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * @description `webhook`: a signed JSON message; `chat`: a text for a Slack-compatible chat tool.
             * @enum {string}
             */
            type: "webhook" | "chat";
        };
        /** @description What a refresh found, without its rows. */
        ListDiff: {
            /** @description Rows by kind, over the whole diff. */
            counts: {
                /** @description Companies that the definition finds now and did not before. */
                added: number;
                /** @description Companies of which a compared fact is another one. */
                changed: number;
                /** @description Companies that it no longer finds. */
                removed: number;
            };
            /**
             * Format: date-time
             * @description When the refresh was made.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the diff.
             */
            diff_id: string;
            /** @description Number of the snapshot it begins at. */
            from_version: number;
            /** @description The time of the schedule it was made for; null when a caller asked for it. */
            scheduled_for: string | null;
            /** @description Number of the snapshot it ends at; the same when nothing changed. */
            to_version: number;
        };
        /** @description A company that a diff names, and what was decided about it. */
        ListDiffRow: {
            /** @description Facts that changed; empty for added and removed rows. */
            changes: {
                /** @description Its value in the later snapshot; null for none. */
                after: string | number | null;
                /** @description Its value in the earlier snapshot; null for none. */
                before: string | number | null;
                /**
                 * @description The fact, under its name in company answers.
                 * @enum {string}
                 */
                field: "display_name" | "legal_name" | "corporate_number" | "status" | "superseded_by" | "listing_status" | "securities_code" | "market_segment" | "industry_33_code" | "prefecture" | "city" | "website_url" | "employees" | "insured_persons";
            }[];
            /**
             * @description The company.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /**
             * Format: uuid
             * @description Id of the row, for review and exclusion.
             */
            diff_row_id: string;
            /** @description Its name in the later snapshot; of a removed one, in the earlier. */
            display_name: string;
            /** @description The last decision about leaving the company out; null before the first. */
            exclusion: {
                /** @description Whether the company was excluded, or that was taken back. */
                excluded: boolean;
                /**
                 * Format: date-time
                 * @description When it was given.
                 */
                excluded_at: string;
                /** @description As it was given; null for none. */
                reason: string | null;
            } | null;
            /**
             * @description `added`: found now and not before, and not in the List until materialize saves it. `removed`: no longer found, and still in the List until it is excluded. `changed`: a fact of it changed.
             * @enum {string}
             */
            kind: "added" | "removed" | "changed";
            /** @description The last review; null before the first. */
            review: {
                /** @description As it was given; null for none. */
                note: string | null;
                /**
                 * @description What came of looking at the row. `rejected` keeps it out of deliveries; `needs_review` is for somebody else.
                 * @enum {string}
                 */
                outcome: "accepted" | "rejected" | "needs_review";
                /**
                 * Format: date-time
                 * @description When it was given.
                 */
                reviewed_at: string;
            } | null;
        };
        /** @description What a refresh found, with a page of its rows. */
        ListDiffWithRows: {
            /** @description Rows by kind, over the whole diff. */
            counts: {
                /** @description Companies that the definition finds now and did not before. */
                added: number;
                /** @description Companies of which a compared fact is another one. */
                changed: number;
                /** @description Companies that it no longer finds. */
                removed: number;
            };
            /**
             * Format: date-time
             * @description When the refresh was made.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the diff.
             */
            diff_id: string;
            /** @description Number of the snapshot it begins at. */
            from_version: number;
            /** @description Added rows in the order of the definition, then removed, then changed ones; a page of them. */
            rows: components["schemas"]["ListDiffRow"][];
            /** @description The time of the schedule it was made for; null when a caller asked for it. */
            scheduled_for: string | null;
            /** @description Number of the snapshot it ends at; the same when nothing changed. */
            to_version: number;
        };
        /** @description A definition and its members, frozen for 24 hours. */
        ListEstimate: {
            /**
             * Format: date-time
             * @description When the definition and its members were frozen.
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Id of the estimate, for candidates and materialize.
             */
            estimate_id: string;
            /**
             * Format: date-time
             * @description 24 hours later; from then on every use is `estimate_expired`.
             */
            expires_at: string;
            /** @description Rows that saving it would make. Above 10,000 it is not saved. */
            row_count: number;
            /**
             * @description Whether `row_count` is the confirmed number or there may be more.
             * @enum {string}
             */
            total_kind: "exact" | "lower_bound";
        };
        /** @description A row of a List. Suppressed and excluded rows are left out of exports, snapshots and deliveries. */
        ListRow: {
            /** @description The company as it is now; null when it is no longer in the database. */
            company: components["schemas"]["CompanySummary"] | null;
            /**
             * @description The company; the same one stands in a List once.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            enrichments: components["schemas"]["ListRowEnrichments"];
            /** @description Whether the company was excluded at a diff row of this List. */
            excluded: boolean;
            /**
             * Format: uuid
             * @description Id of the row.
             */
            row_id: string;
            /** @description Whether the company is suppressed in this List. */
            suppressed: boolean;
        };
        /** @description Values that the row was enriched with, by field. */
        ListRowEnrichments: {
            /** @description Valid construction permits. */
            construction_permits?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description Permits. */
                value: {
                    /**
                     * Format: date
                     * @description Last day of the permit that is valid longest.
                     */
                    latest_valid_until: string;
                    /** @description Their numbers. */
                    license_numbers: string[];
                    /** @description Kinds of work they permit. */
                    license_types: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
                    /** @description Permits valid on the day of the run. */
                    valid_count: number;
                };
            };
            /** @description Number of employees. */
            employees?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description Employees. */
                value: number;
            };
            /** @description Latest figures. */
            financials?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description By metric; one that nobody told is absent. */
                value: {
                    [key: string]: {
                        /** @description The latest fiscal year with a value. */
                        fiscal_year: number;
                        /** @description Yen; of `equity_ratio` a ratio, such as 0.4. */
                        value: number;
                    };
                };
            };
            /** @description Number of social-insurance insured persons. */
            insured_persons?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description Persons, counted per registered workplace. */
                value: number;
            };
            /** @description Current openings. */
            jobs?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description Openings. */
                value: {
                    /** @description Of those, openings related to AI. */
                    ai_count: number;
                    /**
                     * Format: date
                     * @description Day on which the newest of them opened.
                     */
                    latest_opened_at: string;
                    /** @description Openings of the day of the run. */
                    open_count: number;
                };
            };
            /** @description What is observed about the company. */
            observations?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description Observations. */
                value: {
                    /** @description How many of each type; the keys are the types. */
                    by_type: {
                        [key: string]: number;
                    };
                    /** @description The newest of them. */
                    latest: {
                        /** @description Id of the observation. */
                        observation_id: string;
                        /** @description What it says. */
                        summary: string;
                        /** @description Its type. */
                        type: string;
                    };
                    /** @description Observations of the company. */
                    total: number;
                };
            };
            /** @description Technologies that the company is known to use. */
            technologies?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description Keys, in alphabetical order. */
                value: string[];
            };
            /** @description Website. */
            website?: {
                /** @description When they said it; null where nobody told. */
                observed_at: string | null;
                /**
                 * @description Who said it; of several sources the newest.
                 * @enum {string}
                 */
                source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
                /** @description URL of its website. */
                value: string;
            };
        };
        /** @description A numbered state of a List. */
        ListSnapshot: {
            /**
             * Format: date-time
             * @description When it was made; it never changes.
             */
            created_at: string;
            /**
             * @description `published` by a caller, or what a refresh found, when that had changed.
             * @enum {string}
             */
            kind: "published" | "refreshed";
            /** @description Companies in it. */
            row_count: number;
            /** @description Its number, from 1 for each List. */
            version: number;
        };
        /** @description A rule by which the company was found. */
        MatchedBy: {
            /**
             * @description Of an invoice number: that it was made from the corporate number. Whether the company is registered as an issuer of invoices is not known.
             * @constant
             */
            derived_from?: "corporate_number";
            /** @description What of the company matched: an identifier type, `company_id`, or a name (`legal_name`, `trade_name`, `former_name`, `english_name`, `kana_name`, `name`). */
            field: string;
            /** @description How it matched: `identifier`, `identifier_then` (had it on the day of `as_of`), `company_id`, `exact`, `core` (without the legal form), `exact_or_core`, `loose` (spelling variants), `prefix`, `all_words`. */
            rule: string;
            /**
             * @description Which stage of matching found it; earlier stages rank first.
             * @enum {string}
             */
            stage: "identifier" | "company_id" | "exact_name" | "name_prefix" | "name_words";
            /**
             * @description How far the rule can be trusted; `weak` needs a second look.
             * @enum {string}
             */
            strength: "exact" | "strong" | "weak";
            /** @description Of a former name: the day from which it was in use; null when it is not known. */
            valid_from?: string | null;
            /** @description Of a former name: the first day on which it was no longer in use; null when it is not known. */
            valid_to?: string | null;
            /** @description The value of that field that matched. */
            value: string;
        };
        /** @description An observation that a search found. */
        MatchedObservation: {
            /** @description How sure the observation is, 0 to 1. */
            confidence: number;
            /** @description The record itself, as its source has it; its keys depend on source and type. */
            evidence: {
                [key: string]: unknown;
            };
            /** @description How well it matches, 0 to 1: for each word the best field it stands in, on average. */
            match_relevance: number;
            /** @description Id of the observation; stays the same however often its source is loaded. */
            observation_id: string;
            /**
             * Format: date-time
             * @description When it was observed, or when the facts held.
             */
            observed_at: string;
            /**
             * @description Where it comes from: the register of corporations, EDINET reports, gBizINFO, a company website, job postings, construction permits or an exchange.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
            /** @description The kind more exactly; null when there is none. */
            subtype: string | null;
            /** @description What was observed, in one or a few sentences. */
            summary: string;
            /**
             * @description What kind of evidence it is.
             * @example corporate_profile
             * @example registry_change
             * @example procurement
             * @example patent
             * @example financials
             */
            type: string;
        };
        /** @description One piece of evidence about a company. */
        Observation: {
            /** @description How sure the observation is, 0 to 1. */
            confidence: number;
            /** @description The record itself, as its source has it; its keys depend on source and type. */
            evidence: {
                [key: string]: unknown;
            };
            /** @description Id of the observation; stays the same however often its source is loaded. */
            observation_id: string;
            /**
             * Format: date-time
             * @description When it was observed, or when the facts held.
             */
            observed_at: string;
            /**
             * @description Where it comes from: the register of corporations, EDINET reports, gBizINFO, a company website, job postings, construction permits or an exchange.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
            /** @description The kind more exactly; null when there is none. */
            subtype: string | null;
            /** @description What was observed, in one or a few sentences. */
            summary: string;
            /**
             * @description What kind of evidence it is.
             * @example corporate_profile
             * @example registry_change
             * @example procurement
             * @example patent
             * @example financials
             */
            type: string;
        };
        /** @description A company with what was found about it. */
        ObservationSearchResult: {
            /** @description The company. */
            company: {
                /**
                 * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
                 * @example cn_1180301018771
                 * @example tse_7203
                 */
                company_id: string;
                /**
                 * @description Corporate number of the National Tax Agency, 13 digits; null when it is not known.
                 * @example 1180301018771
                 */
                corporate_number: string | null;
                /** @description What to call it: the short name that the exchange uses for a listed company, else the legal name. */
                display_name: string;
                /**
                 * @description Code of the 33 sectors of the exchange; null when it is not listed or has no sector.
                 * @example 3700
                 */
                industry_33_code: string | null;
                /** @description Name with its legal form, as registered or as filed; where none is known, the best other name. */
                legal_name: string;
                /**
                 * @description Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.
                 * @enum {string}
                 */
                listing_status: "listed" | "delisted" | "private" | "unknown";
                /** @description Market segment of its exchange: `main` and `next` are of Nagoya, `ambitious` of Sapporo, `q_board` of Fukuoka; null when it is not listed. */
                market_segment: ("prime" | "standard" | "growth" | "pro_market" | "main" | "next" | "ambitious" | "q_board" | "other") | null;
                /**
                 * @description `closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.
                 * @enum {string}
                 */
                status: "active" | "closed" | "merged" | "removed";
            };
            /** @description The observations that stand for the company, the best first. */
            readonly matched_observations: components["schemas"]["MatchedObservation"][];
            /** @description Of all matching observations of the company that were read, not only those shown. */
            score: {
                /** @description Matching observations of the company that were read. */
                matched_observation_count: number;
                /** @description The greatest confidence among them. */
                max_confidence: number;
                /** @description The greatest relevance among them. */
                max_relevance: number;
            };
        };
        /** @description A construction permit. */
        Permit: {
            /** @description Licence number. */
            license_number: string;
            /** @description Licence types, of the 29 that there are. */
            license_types: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
            /**
             * @description Who says it: a register, a filing, the exchange, the company itself.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
            /**
             * Format: date
             * @description The first day on which it is valid.
             */
            valid_from: string;
            /**
             * Format: date
             * @description The last day on which it is valid.
             */
            valid_until: string;
        };
        /** @description Whether the service can answer. */
        Readiness: {
            /** @description What was looked at; at most a second old. */
            checks: {
                /**
                 * @description The index of companies. `missing`: there is none. `other_version`: it is of another build. `unknown`: Elasticsearch does not answer.
                 * @enum {string}
                 */
                companies_index: "ok" | "missing" | "other_version" | "unknown";
                /**
                 * @description Whether it answers.
                 * @enum {string}
                 */
                elasticsearch: "ok" | "unavailable";
                /**
                 * @description The index of observations. `missing`: there is none. `other_version`: it is of another build. `unknown`: Elasticsearch does not answer.
                 * @enum {string}
                 */
                observations_index: "ok" | "missing" | "other_version" | "unknown";
                /**
                 * @description `behind`: the schema lacks migrations of this build.
                 * @enum {string}
                 */
                postgres: "ok" | "unavailable" | "behind";
            };
            /** @description What is missing, and the operator's command that brings it. */
            gaps: components["schemas"]["Gap"][];
            /** @description Whether requests can be answered. */
            ok: boolean;
            /**
             * @description `stopping`: the process is shutting down and takes no new work.
             * @enum {string}
             */
            status: "ready" | "not_ready" | "stopping";
        };
        /** @description How many requests are permitted in a minute. */
        RequestRate: {
            /** @description Requests that a window permits; null is without limit. */
            limit: number | null;
            /**
             * @description Length of a window: a minute of the clock.
             * @constant
             */
            window_seconds: 60;
        };
        /** @description What storing a research item costs. */
        ResearchEstimate: {
            /**
             * @description Which balance pays.
             * @constant
             */
            credit_class: "basic";
            /** @description What storing the item costs, in whole credits. */
            estimated_credits: number;
            /** @description What the work is called; null when it was not told. */
            job: string | null;
            /** @description Pages the price is made from. */
            page_count: number;
            /** @description How the price is made up: base_credits + credits_per_page * charged_pages. */
            price: {
                /** @description Credits of the source type, whatever the pages. */
                base_credits: number;
                /** @description The pages that are charged; 0 where pages cost nothing. */
                charged_pages: number;
                /** @description Credits of each page. */
                credits_per_page: number;
            };
            /** @description Search results the price is made from. */
            result_count: number;
            /** @description Sources the price is made from. */
            source_count: number;
            /**
             * @description How it was found out.
             * @enum {string}
             */
            source_type: "crawler" | "web_search" | "deep_search" | "pdf_extract" | "manual";
        };
        /** @description A research note of the account about a company, kept apart from what registers say. */
        ResearchItem: {
            /**
             * @description The company, by the id that goes today.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /** @description How sure the caller is, 0 to 1; null when it was not given. */
            confidence: number | null;
            /** @description The note itself, as Markdown; null when it was not given. */
            content_markdown: string | null;
            /**
             * Format: date-time
             * @description When it was stored.
             */
            created_at: string;
            /** @description Under which it is stored once for its company; null for none. */
            dedupe_key: string | null;
            /** @description What it rests on, as the caller gave it, with any keys; null for none. */
            evidence: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it was fetched.
             */
            fetched_at: string;
            /** @description The List it belongs to; null for none. */
            list_id: string | null;
            /** @description When the facts held; null when it was not given. */
            observed_at: string | null;
            /** @description Who or what made it, as the caller gave it, with any keys; null for none. */
            producer: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The caller's own mark.
             * @enum {string}
             */
            promotion_status: "session_only" | "reusable" | "canonical_candidate" | "promoted";
            /**
             * Format: uuid
             * @description Id of the item.
             */
            research_item_id: string;
            /**
             * @description How it was found out.
             * @enum {string}
             */
            source_type: "crawler" | "web_search" | "deep_search" | "pdf_extract" | "manual";
            /** @description The public address it comes from; null when it was not given. */
            source_url: string | null;
            /** @description The note as values, as the caller gave it, with any keys; null for none. */
            structured_payload: {
                [key: string]: unknown;
            } | null;
            /** @description A title for people; null when it was not given. */
            title: string | null;
        };
        /** @description Which company is meant. */
        Resolution: {
            /** @description How many candidates were found. `candidates` lists fewer, the best, when they are more than 50, or when the items of a batch have more than 5,000 together: then every item lists the same number at most, and `gaps` has `candidates_truncated`. */
            candidate_count: number;
            /** @description When it is `resolved` the company itself; when it is `not_found` nothing. */
            candidates: components["schemas"]["Candidate"][];
            /** @description The company when it is `resolved`; else null. */
            company_id: string | null;
            /**
             * @description `ambiguous`: no company is settled, and `candidates` lists those that may be meant, be it a single one.
             * @enum {string}
             */
            status: "resolved" | "ambiguous" | "not_found";
            /** @description The company that took the resolved one over, where it is known; else null. */
            superseded_by: string | null;
        };
        /** @description The outcome of one item. */
        ResolvedItem: {
            /** @description Which company is meant; null with an error. */
            data: components["schemas"]["Resolution"] | null;
            /** @description Why the item does not fit its schema; null when it does. */
            error: {
                /**
                 * @description Stable, for programs.
                 * @constant
                 */
                code: "invalid_request";
                /** @description The bad fields, at most ten. */
                details: {
                    /** @description Path of the field in the item. */
                    field: string;
                    /** @description What is wrong with it. */
                    message: string;
                }[];
                /** @description How many more bad fields there are. */
                details_omitted?: number;
                /** @description What happened, in one sentence. */
                message: string;
                /** @description What the caller can do about it. */
                recovery: string;
            } | null;
            /** @description What is missing or to be known. Of the identifier: `identifier_unknown`, `identifier_empty`, `identifier_malformed`, `identifier_check_digit_invalid`, `identifier_not_identifying`. Of an invoice number: `invoice_registration_unknown` (it was made from the corporate number). Of candidates: `another_identifier_needed`, `confirmation_needed` (one is likely, and no rule settles it), `candidates_truncated` (there may be more than are listed). Of `as_of`: `validity_unknown` (no source says since when the company has had the identifier), `as_of_in_future`. Of the company: `company_closed`, `company_merged`, `company_removed`. */
            gaps: components["schemas"]["Gap"][];
            /** @description Your name for the item; the answer has it again. */
            key: string;
        };
        /** @description An identifier or name to resolve. */
        ResolveItem: {
            /**
             * Format: date
             * @description Resolve a name, code or domain as it was on that day; today unless given.
             */
            as_of?: string;
            /**
             * @description The identifier, as people write it: full-width characters, spaces, hyphens, a URL for its domain, and the five-character form of a securities code are understood.
             * @example 7203
             * @example T1180301018771
             * @example https://www.toyota.co.jp/
             * @example トヨタ自動車株式会社
             */
            identifier: string;
            /**
             * @description What kind of identifier it is.
             * @enum {string}
             */
            identifier_type: "company_id" | "securities_code" | "corporate_number" | "domain" | "edinet_code" | "invoice_number" | "name";
            /** @description Your name for the item; the answer has it again. */
            key: string;
        };
        /** @description How many rows of a source are in which state. */
        ResolveSummary: {
            /** @description Rows whose shape or mapped value is wrong. */
            invalid: number;
            /** @description Rows that are settled on a company. */
            matched: number;
            /** @description Rows for which a person has to choose a candidate. */
            multiple_candidates: number;
            /** @description Rows for which no company was found. */
            not_found: number;
            /** @description Rows of the source. */
            total: number;
            /** @description Rows that were not resolved yet. */
            unresolved: number;
        };
        /** @description What is left to do in a whole source, whatever a page shows. */
        Review: {
            /** @description Rows of the whole source for which a person has to choose a candidate. */
            multiple_candidates_remaining: number;
            /** @description Rows of the whole source by state. */
            statuses: {
                /** @description Rows whose shape or mapped value is wrong. */
                invalid: number;
                /** @description Rows that are settled on a company. */
                matched: number;
                /** @description Rows for which a person has to choose a candidate. */
                multiple_candidates: number;
                /** @description Rows for which no company was found. */
                not_found: number;
                /** @description Rows that were not resolved yet. */
                unresolved: number;
            };
            /** @description Rows of the whole source that are not matched. */
            total_reviewable_rows: number;
            /** @description Rows of the whole source that were not resolved yet. */
            unresolved_rows_remaining: number;
        };
        /** @description What is wrong with a row, or why an identifier of it did not count. */
        RowIssue: {
            /**
             * @description What it is; stable, for programs.
             * @example missing_cell
             * @example unknown_header
             * @example no_identifier
             * @example name_too_long
             * @example corporate_number_check_digit
             * @example corporate_number_unknown
             * @example ticker_malformed
             * @example domain_not_identifying
             */
            code: string;
            /** @description The mapped field it is about; null for the shape of the row. */
            field: ("corporate_number" | "ticker" | "domain" | "name" | "prefecture" | "city" | "address" | "postal_code") | null;
            /** @description Header of the cell it is about; null when it is about no single cell. */
            header: string | null;
            /** @description What it is, in one or two sentences. */
            message: string;
        };
        /** @description A source with its first rows. */
        SampledSource: {
            /**
             * @description Digest of that file as the caller told it; null when it was not told.
             * @example sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            content_sha256: string | null;
            /**
             * Format: date-time
             * @description When it was imported.
             */
            created_at: string;
            /** @description Columns that seem to identify companies, the surest first. */
            detected_identifier_columns: components["schemas"]["DetectedColumn"][];
            /** @description Headers of the columns, in the order of the upload. */
            headers: string[];
            /** @description What its columns mean; null before it is mapped. */
            mapping: components["schemas"]["SourceMapping"] | null;
            /** @description What the source is called. */
            name: string;
            /** @description Name of the file that the rows come from; null when it was not told. */
            original_filename: string | null;
            resolve_summary: components["schemas"]["ResolveSummary"];
            /** @description Rows of the source, at most 50,000. */
            row_count: number;
            /** @description The first five rows, cells by header as uploaded. */
            sample_rows: {
                [key: string]: string;
            }[];
            /**
             * Format: uuid
             * @description Id of the source.
             */
            source_id: string;
            /**
             * @description `imported`: has no mapping yet. `mapped`: is to be resolved. `resolved`: every row was resolved under the mapping.
             * @enum {string}
             */
            status: "imported" | "mapped" | "resolved";
            /**
             * Format: date-time
             * @description When its mapping or rows last changed.
             */
            updated_at: string;
        };
        /** @description The quota of company searches in one window. */
        SearchQuota: {
            /** @description Company searches that the window permits; null is without limit. */
            limit: number | null;
            /** @description Company searches that are left; null is without limit. */
            remaining: number | null;
            /**
             * Format: date-time
             * @description When the window ends and the quota begins anew.
             */
            resets_at: string;
            /** @description Company searches that were made in the window. */
            used: number;
        };
        /** @description Conditions on companies as they are kept. */
        ShownCompanyFilters: {
            /** @description true: only companies with AI-related openings; false: only those without a known one. */
            ai_jobs?: boolean;
            /** @description Cities, wards or towns of the head office, as the register writes them (豊田市). */
            city?: string[];
            /** @description Only these companies; a former id stands for the company that has it. Of an empty list there is none. */
            company_ids?: string[];
            /** @description true: only companies with a valid construction permit; false: only those without a known one. */
            construction?: boolean;
            /** @description Licence types of which the company holds at least one in a valid permit. */
            construction_license_types?: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
            /** @description true: only companies with current openings; false: only those without a known one. */
            has_jobs?: boolean;
            /** @description true: only companies with a known website; false: only those without. */
            has_website?: boolean;
            /** @description Sectors of the exchange (33): code (3700) or label (輸送用機器). */
            industry_33_code?: string[];
            /** @description Kinds of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社. */
            kind?: ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other")[];
            /** @description Listing on a Japanese exchange. `private`: the company says that it is not listed. `unknown`: nobody says. */
            listing_status?: ("listed" | "delisted" | "private" | "unknown")[];
            /** @description Market segments, by key (`prime`, `standard`, `growth`, `pro_market`, `main`, `next`, `ambitious`, `q_board`, `other`) or by the exchange's label (プライム). */
            market_segment?: string[];
            /** @description Greatest number of employees, at least `min_employees`. Not together with a query or `semantic_tag`. Companies without such a number are left out. */
            max_employees?: number;
            /** @description Greatest number of insured persons, at least `min_insured_persons`. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
            max_insured_persons?: number;
            /** @description Least number of employees. Companies without such a number are left out. */
            min_employees?: number;
            /** @description Least number of insured persons. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
            min_insured_persons?: number;
            /** @description Prefectures of the head office, not of a job: name (東京都), short name (東京), romaji (Tokyo) or code (13). */
            prefecture?: string[];
            /** @description Accepted and not applied: the answer warns `semantic_tags_unsupported`. Not together with `max_employees`. */
            semantic_tag?: string;
            /** @description States in the register; `active` alone unless given. An identifier as query and `company_ids` find their companies in any state. */
            status?: ("active" | "closed" | "merged" | "removed")[];
            /** @description Technologies of which the company uses at least one, as in `profile.technologies[].key`. */
            technologies?: string[];
            /** @description Domains of the website; of a URL its registrable domain counts. */
            website_domains?: string[];
        };
        /** @description An imported table whose rows are resolved to companies. */
        Source: {
            /**
             * @description Digest of that file as the caller told it; null when it was not told.
             * @example sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            content_sha256: string | null;
            /**
             * Format: date-time
             * @description When it was imported.
             */
            created_at: string;
            /** @description Columns that seem to identify companies, the surest first. */
            detected_identifier_columns: components["schemas"]["DetectedColumn"][];
            /** @description Headers of the columns, in the order of the upload. */
            headers: string[];
            /** @description What its columns mean; null before it is mapped. */
            mapping: components["schemas"]["SourceMapping"] | null;
            /** @description What the source is called. */
            name: string;
            /** @description Name of the file that the rows come from; null when it was not told. */
            original_filename: string | null;
            resolve_summary: components["schemas"]["ResolveSummary"];
            /** @description Rows of the source, at most 50,000. */
            row_count: number;
            /**
             * Format: uuid
             * @description Id of the source.
             */
            source_id: string;
            /**
             * @description `imported`: has no mapping yet. `mapped`: is to be resolved. `resolved`: every row was resolved under the mapping.
             * @enum {string}
             */
            status: "imported" | "mapped" | "resolved";
            /**
             * Format: date-time
             * @description When its mapping or rows last changed.
             */
            updated_at: string;
        };
        /** @description A company that a row may mean. */
        SourceCandidate: {
            /**
             * @description City, ward or town of the head office; null when it is not known or outside Japan.
             * @example 豊田市
             */
            city: string | null;
            /**
             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /** @description What to call it: the short name that the exchange uses for a listed company, else the legal name. */
            display_name: string;
            /** @description Name with its legal form, as registered or as filed; where none is known, the best other name. */
            legal_name: string;
            /**
             * @description Listing on a Japanese exchange: `delisted` was listed once, `private` says that it is not listed, `unknown`: nobody says.
             * @enum {string}
             */
            listing_status: "listed" | "delisted" | "private" | "unknown";
            /** @description What in the row speaks for it, the surest first. */
            matched_by: components["schemas"]["SourceMatchedBy"][];
            /**
             * @description Prefecture of the head office; null when it is not known or outside Japan.
             * @example 愛知県
             */
            prefecture: string | null;
            /** @description Whether a person of this account chose this company for the same name before. */
            previously_selected: boolean;
            /**
             * @description `closed` was wound up, `merged` was taken over by another, `removed`: the register took the entry back. `active` until a source states its end.
             * @enum {string}
             */
            status: "active" | "closed" | "merged" | "removed";
            /** @description The company that took this one over, where it is known; else null. */
            superseded_by: string | null;
        };
        /** @description What the columns of a source mean. */
        SourceMapping: {
            /** @description Which columns identify companies, by header. */
            columns: {
                /** @description Header of the column with corporate numbers (法人番号), 13 digits. */
                corporate_number?: string;
                /** @description Header of the column with domains, URLs or mail addresses. */
                domain?: string;
                /** @description Header of the column with company names, of any spelling. */
                name?: string;
                /** @description Header of the column with securities codes (証券コード). */
                ticker?: string;
            };
            /**
             * @description What the rows are.
             * @constant
             */
            entity: "company";
            /** @description Which columns say where the head office is, by header. */
            hints: {
                /** @description Header of the column with the address of the head office. */
                address?: string;
                /** @description Header of the column with the city or ward of the head office. */
                city?: string;
                /** @description Header of the column with the postal code of the head office. */
                postal_code?: string;
                /** @description Header of the column with the prefecture of the head office. */
                prefecture?: string;
            };
        };
        /** @description Something in a row that speaks for a company. */
        SourceMatchedBy: {
            /**
             * @description Of an invoice number: that it was made from the corporate number. Whether the company is registered as an issuer of invoices is not known.
             * @constant
             */
            derived_from?: "corporate_number";
            /** @description What of the company matched: an identifier type, `company_id`, or a name (`legal_name`, `trade_name`, `former_name`, `english_name`, `kana_name`, `name`). */
            field: string;
            /** @description How it matched: `identifier`, `identifier_then` (had it on the day of `as_of`), `company_id`, `exact`, `core` (without the legal form), `exact_or_core`, `loose` (spelling variants), `prefix`, `all_words`. */
            rule: string;
            /**
             * @description Where it was found; `hint`: a hint of the row agrees with the head office; `previous_choice`: a person of the account chose the company for this name before.
             * @enum {string}
             */
            stage: "identifier" | "company_id" | "exact_name" | "name_prefix" | "name_words" | "hint" | "previous_choice";
            /**
             * @description How far the rule can be trusted; `weak` needs a second look.
             * @enum {string}
             */
            strength: "exact" | "strong" | "weak";
            /** @description Of a former name: the day from which it was in use; null when it is not known. */
            valid_from?: string | null;
            /** @description Of a former name: the first day on which it was no longer in use; null when it is not known. */
            valid_to?: string | null;
            /** @description The value of that field that matched. */
            value: string;
        };
        /** @description A row of a source and what became of it. */
        SourceRow: {
            /** @description Number of `resolve_candidates`. */
            candidate_count: number;
            /** @description Cells by header, as uploaded; a cell that the row lacks is absent. */
            cells: {
                [key: string]: string;
            };
            /** @description The company of a `matched` row; else null. */
            company_id: string | null;
            /** @description What is wrong with the row, or why an identifier of it did not count. */
            issues: components["schemas"]["RowIssue"][];
            /** @description Whether a person has to choose: true in `multiple_candidates`. */
            needs_human: boolean;
            /** @description Companies that the row may mean, the likeliest first. Of a row that was matched by `resolve` the one company; of one settled by `select` all that could be chosen. */
            resolve_candidates: components["schemas"]["SourceCandidate"][];
            /**
             * @description `unresolved`: not resolved yet. `matched`: settled on a company. `multiple_candidates`: a person has to choose. `not_found`: nobody was found. `invalid`: its shape or a mapped value is wrong.
             * @enum {string}
             */
            resolve_status: "unresolved" | "matched" | "multiple_candidates" | "not_found" | "invalid";
            /** @description Its place in the upload, from 1. */
            row_number: number;
            /**
             * Format: uuid
             * @description Id of the row.
             */
            source_row_id: string;
            /** @description The company_id under which that company goes on, where it was merged; else null. */
            superseded_by: string | null;
        };
        /** @description What was read of one source. */
        SourceSearch: {
            /** @description Matching observations that there are. */
            matched: number;
            /**
             * @description Whether `matched` is the number itself or a number below it.
             * @enum {string}
             */
            matched_kind: "exact" | "lower_bound";
            /** @description Matching observations that were read, grouped and counted in the scores. */
            scanned: number;
            /** @description Whether it was searched: false when the request leaves it out. */
            searched: boolean;
            /**
             * @description Where it comes from: the register of corporations, EDINET reports, gBizINFO, a company website, job postings, construction permits or an exchange.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
            /** @description Whether there are matching observations that were not read. */
            truncated: boolean;
        };
        /** @description A company whose name begins with what was typed. */
        Suggestion: {
            /**
             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
             * @example cn_1180301018771
             * @example tse_7203
             */
            company_id: string;
            /** @description What to call the company. */
            display_name: string;
            /**
             * @description What kind of name that is; `romaji`: a reading in kana, typed in Latin letters.
             * @enum {string}
             */
            match_kind: "legal_name" | "trade_name" | "english_name" | "kana_name" | "romaji";
            /** @description The name whose beginning was typed. */
            matched_text: string;
        };
        /** @description A technology that a company uses, as one source says. */
        Technology: {
            /**
             * @description The technology, in lower case.
             * @example aws
             */
            key: string;
            /** @description When the source says that it was so; null when it does not say. */
            observed_at: string | null;
            /**
             * @description Who says it: a register, a filing, the exchange, the company itself.
             * @enum {string}
             */
            source: "corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange";
        };
        /** @description How the technologies of the request were understood. */
        TechnologyAliases: {
            /** @description The themes among the technologies. */
            readonly aliased: {
                /** @description The theme, as given. */
                input: string;
                /** @description What it means: phrases joined by OR. */
                query: string;
            }[];
            /** @description Whether a theme was searched. */
            applied: boolean;
            /** @description What was searched for: the words, and the phrases of the themes. */
            effective_query: string;
            /** @description Technologies that are no theme; they filter the companies. */
            readonly passthrough: string[];
        };
        /** @description Keeps an answer from being read as more than it is. */
        Warning: {
            /** @description What kind of warning it is; stable, for programs. */
            code: string;
            /** @description The field of the request it is about. */
            field?: string;
            /** @description What it means for this answer, in one or two sentences. */
            message: string;
            /** @description The signal it is about, such as `jobs` or `employees`. */
            signal?: string;
            /** @description Values that would find something. */
            readonly suggestions?: unknown[];
            /** @description What that field held. */
            value?: unknown;
        };
    };
    responses: {
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `duplicate_source_headers`: Two columns of the source have the same header.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         *     - `invalid_source_headers`: The headers of the source are missing, empty or blank.
         */
        "400.account_scope_conflict.duplicate_source_headers.invalid_query.invalid_request.invalid_source_headers.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "duplicate_source_headers" | "invalid_query" | "invalid_request" | "invalid_source_headers";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `empty_source_mapping`: The mapping names no column.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         */
        "400.account_scope_conflict.empty_source_mapping.invalid_query.invalid_request": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "empty_source_mapping" | "invalid_query" | "invalid_request";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `execute_required`: This operation spends credits and needs "execute": true.
         *     - `idempotency_key_required`: This operation needs an Idempotency-Key header.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         *     - `max_credits_required`: This operation spends credits and needs maxCredits.
         */
        "400.account_scope_conflict.execute_required.idempotency_key_required.invalid_query.invalid_request.max_credits_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "execute_required" | "idempotency_key_required" | "invalid_query" | "invalid_request" | "max_credits_required";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `execute_required`: This operation spends credits and needs "execute": true.
         *     - `idempotency_key_required`: This operation needs an Idempotency-Key header.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         *     - `max_credits_required`: This operation spends credits and needs maxCredits.
         */
        "400.account_scope_conflict.execute_required.idempotency_key_required.invalid_query.invalid_request.max_credits_required.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "execute_required" | "idempotency_key_required" | "invalid_query" | "invalid_request" | "max_credits_required";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `idempotency_key_required`: This operation needs an Idempotency-Key header.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         *     - `max_credits_required`: This operation spends credits and needs maxCredits.
         */
        "400.account_scope_conflict.idempotency_key_required.invalid_query.invalid_request.max_credits_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "idempotency_key_required" | "invalid_query" | "invalid_request" | "max_credits_required";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `invalid_cursor`: The cursor is not one of this search, was altered, or is older than 24 hours.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         */
        "400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "invalid_cursor" | "invalid_query" | "invalid_request";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `invalid_cursor`: The cursor is not one of this search, was altered, or is older than 24 hours.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         */
        "400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "invalid_cursor" | "invalid_query" | "invalid_request";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         */
        "400.account_scope_conflict.invalid_query.invalid_request": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "invalid_query" | "invalid_request";
                    };
                };
            };
        };
        /**
         * @description - `account_scope_conflict`: The account named in the request is not the account of the API key.
         *     - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         */
        "400.account_scope_conflict.invalid_query.invalid_request.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "account_scope_conflict" | "invalid_query" | "invalid_request";
                    };
                };
            };
        };
        /**
         * @description - `invalid_query`: The query parameters or the path do not fit the schema of this endpoint.
         *     - `invalid_request`: The request body does not fit the schema of this endpoint.
         */
        "400.invalid_query.invalid_request": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "invalid_query" | "invalid_request";
                    };
                };
            };
        };
        /** @description - `invalid_api_key`: The API key is missing, malformed, unknown or revoked. */
        "401.invalid_api_key": {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "invalid_api_key";
                    };
                };
            };
        };
        /** @description - `invalid_api_key`: The API key is missing, malformed, unknown or revoked. */
        "401.invalid_api_key.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "invalid_api_key";
                    };
                };
            };
        };
        /** @description - `credit_balance_insufficient`: The credit balance is too low for this operation. */
        "402.credit_balance_insufficient": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "credit_balance_insufficient";
                    };
                };
            };
        };
        /** @description - `credit_balance_insufficient`: The credit balance is too low for this operation. */
        "402.credit_balance_insufficient.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "credit_balance_insufficient";
                    };
                };
            };
        };
        /** @description - `company_not_found`: No company has this company_id. */
        "404.company_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "company_not_found";
                    };
                };
            };
        };
        /** @description - `company_not_found`: No company has this company_id. */
        "404.company_not_found.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "company_not_found";
                    };
                };
            };
        };
        /**
         * @description - `company_not_found`: No company has this company_id.
         *     - `list_not_found`: The account has no List with this id.
         */
        "404.company_not_found.list_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "company_not_found" | "list_not_found";
                    };
                };
            };
        };
        /**
         * @description - `diff_row_not_found`: The List has no diff row with this id.
         *     - `list_not_found`: The account has no List with this id.
         */
        "404.diff_row_not_found.list_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "diff_row_not_found" | "list_not_found";
                    };
                };
            };
        };
        /** @description - `discovery_not_found`: The account has no discovery with this id. */
        "404.discovery_not_found.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "discovery_not_found";
                    };
                };
            };
        };
        /** @description - `estimate_not_found`: The account has no estimate with this id. */
        "404.estimate_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "estimate_not_found";
                    };
                };
            };
        };
        /**
         * @description - `estimate_not_found`: The account has no estimate with this id.
         *     - `list_not_found`: The account has no List with this id.
         */
        "404.estimate_not_found.list_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "estimate_not_found" | "list_not_found";
                    };
                };
            };
        };
        /** @description - `list_not_found`: The account has no List with this id. */
        "404.list_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_not_found";
                    };
                };
            };
        };
        /** @description - `list_not_found`: The account has no List with this id. */
        "404.list_not_found.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_not_found";
                    };
                };
            };
        };
        /**
         * @description - `list_not_found`: The account has no List with this id.
         *     - `not_found`: There is nothing at this path.
         */
        "404.list_not_found.not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_not_found" | "not_found";
                    };
                };
            };
        };
        /**
         * @description - `list_not_found`: The account has no List with this id.
         *     - `run_not_found`: The List has no enrichment run with this id.
         */
        "404.list_not_found.run_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_not_found" | "run_not_found";
                    };
                };
            };
        };
        /**
         * @description - `list_not_found`: The account has no List with this id.
         *     - `source_not_found`: The account has no source with this id.
         */
        "404.list_not_found.source_not_found.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_not_found" | "source_not_found";
                    };
                };
            };
        };
        /** @description - `not_found`: There is nothing at this path. */
        "404.not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "not_found";
                    };
                };
            };
        };
        /** @description - `source_not_found`: The account has no source with this id. */
        "404.source_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "source_not_found";
                    };
                };
            };
        };
        /** @description - `source_not_found`: The account has no source with this id. */
        "404.source_not_found.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "source_not_found";
                    };
                };
            };
        };
        /**
         * @description - `source_not_found`: The account has no source with this id.
         *     - `source_row_not_found`: The source has no row with this id.
         */
        "404.source_not_found.source_row_not_found": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "source_not_found" | "source_row_not_found";
                    };
                };
            };
        };
        /** @description - `method_not_allowed`: This path does not take this method. */
        "405.method_not_allowed": {
            headers: {
                Allow: components["headers"]["Allow"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "method_not_allowed";
                    };
                };
            };
        };
        /** @description - `method_not_allowed`: This path does not take this method. */
        "405.method_not_allowed.limited": {
            headers: {
                Allow: components["headers"]["Allow"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "method_not_allowed";
                    };
                };
            };
        };
        /** @description - `not_acceptable`: This endpoint cannot answer in a media type that the Accept header allows. */
        "406.not_acceptable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "not_acceptable";
                    };
                };
            };
        };
        /** @description - `not_acceptable`: This endpoint cannot answer in a media type that the Accept header allows. */
        "406.not_acceptable.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "not_acceptable";
                    };
                };
            };
        };
        /** @description - `estimate_expired`: The estimate is older than 24 hours. */
        "409.estimate_expired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "estimate_expired";
                    };
                };
            };
        };
        /**
         * @description - `estimate_expired`: The estimate is older than 24 hours.
         *     - `idempotency_key_in_use`: The first request with this Idempotency-Key is still running.
         *     - `list_state_conflict`: The state of the List does not allow this operation.
         */
        "409.estimate_expired.idempotency_key_in_use.list_state_conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "estimate_expired" | "idempotency_key_in_use" | "list_state_conflict";
                    };
                };
            };
        };
        /** @description - `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. */
        "409.idempotency_key_in_use": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_in_use";
                    };
                };
            };
        };
        /** @description - `idempotency_key_in_use`: The first request with this Idempotency-Key is still running. */
        "409.idempotency_key_in_use.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_in_use";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_in_use`: The first request with this Idempotency-Key is still running.
         *     - `list_state_conflict`: The state of the List does not allow this operation.
         */
        "409.idempotency_key_in_use.list_state_conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_in_use" | "list_state_conflict";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_in_use`: The first request with this Idempotency-Key is still running.
         *     - `source_mapping_required`: The source has no mapping yet.
         */
        "409.idempotency_key_in_use.source_mapping_required.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_in_use" | "source_mapping_required";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_in_use`: The first request with this Idempotency-Key is still running.
         *     - `source_row_not_selectable`: Only a row in multiple_candidates takes a selection.
         */
        "409.idempotency_key_in_use.source_row_not_selectable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_in_use" | "source_row_not_selectable";
                    };
                };
            };
        };
        /** @description - `list_state_conflict`: The state of the List does not allow this operation. */
        "409.list_state_conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_state_conflict";
                    };
                };
            };
        };
        /** @description - `list_state_conflict`: The state of the List does not allow this operation. */
        "409.list_state_conflict.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_state_conflict";
                    };
                };
            };
        };
        /** @description - `preview_export_not_allowed`: A preview is not exported. */
        "409.preview_export_not_allowed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "preview_export_not_allowed";
                    };
                };
            };
        };
        /** @description - `preview_export_not_allowed`: A preview is not exported. */
        "409.preview_export_not_allowed.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "preview_export_not_allowed";
                    };
                };
            };
        };
        /** @description - `payload_too_large`: The request body is larger than this endpoint takes. */
        "413.payload_too_large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "payload_too_large";
                    };
                };
            };
        };
        /** @description - `payload_too_large`: The request body is larger than this endpoint takes. */
        "413.payload_too_large.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "payload_too_large";
                    };
                };
            };
        };
        /**
         * @description - `payload_too_large`: The request body is larger than this endpoint takes.
         *     - `source_row_limit_exceeded`: The source has too many rows.
         */
        "413.payload_too_large.source_row_limit_exceeded.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "payload_too_large" | "source_row_limit_exceeded";
                    };
                };
            };
        };
        /** @description - `unsupported_media_type`: The request body must be JSON in UTF-8. */
        "415.unsupported_media_type": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "unsupported_media_type";
                    };
                };
            };
        };
        /** @description - `unsupported_media_type`: The request body must be JSON in UTF-8. */
        "415.unsupported_media_type.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "unsupported_media_type";
                    };
                };
            };
        };
        /**
         * @description - `candidate_not_found`: The company is not among the candidates of this row.
         *     - `idempotency_key_reused`: This Idempotency-Key was used with another request body.
         *     - `max_credits_exceeded`: The operation would cost more than maxCredits.
         */
        "422.candidate_not_found.idempotency_key_reused.max_credits_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "candidate_not_found" | "idempotency_key_reused" | "max_credits_exceeded";
                    };
                };
            };
        };
        /** @description - `delivery_target_rejected`: The delivery target is not a public https address. */
        "422.delivery_target_rejected": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "delivery_target_rejected";
                    };
                };
            };
        };
        /** @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body. */
        "422.idempotency_key_reused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused";
                    };
                };
            };
        };
        /** @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body. */
        "422.idempotency_key_reused.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body.
         *     - `list_conditions_not_materializable`: The definition has conditions that cannot be saved as a List.
         *     - `max_credits_exceeded`: The operation would cost more than maxCredits.
         */
        "422.idempotency_key_reused.list_conditions_not_materializable.max_credits_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused" | "list_conditions_not_materializable" | "max_credits_exceeded";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body.
         *     - `list_conditions_not_materializable`: The definition has conditions that cannot be saved as a List.
         *     - `max_credits_exceeded`: The operation would cost more than maxCredits.
         *     - `max_employees_unsupported_on_this_path`: The max_employees condition cannot be answered reliably here.
         */
        "422.idempotency_key_reused.list_conditions_not_materializable.max_credits_exceeded.max_employees_unsupported_on_this_path.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused" | "list_conditions_not_materializable" | "max_credits_exceeded" | "max_employees_unsupported_on_this_path";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body.
         *     - `max_credits_exceeded`: The operation would cost more than maxCredits.
         */
        "422.idempotency_key_reused.max_credits_exceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused" | "max_credits_exceeded";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body.
         *     - `max_credits_exceeded`: The operation would cost more than maxCredits.
         */
        "422.idempotency_key_reused.max_credits_exceeded.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused" | "max_credits_exceeded";
                    };
                };
            };
        };
        /**
         * @description - `idempotency_key_reused`: This Idempotency-Key was used with another request body.
         *     - `max_credits_exceeded`: The operation would cost more than maxCredits.
         *     - `research_content_rejected`: The content holds something that is not stored as research.
         */
        "422.idempotency_key_reused.max_credits_exceeded.research_content_rejected": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "idempotency_key_reused" | "max_credits_exceeded" | "research_content_rejected";
                    };
                };
            };
        };
        /**
         * @description - `list_conditions_not_materializable`: The definition has conditions that cannot be saved as a List.
         *     - `max_employees_unsupported_on_this_path`: The max_employees condition cannot be answered reliably here.
         */
        "422.list_conditions_not_materializable.max_employees_unsupported_on_this_path.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "list_conditions_not_materializable" | "max_employees_unsupported_on_this_path";
                    };
                };
            };
        };
        /** @description - `max_employees_unsupported_on_this_path`: The max_employees condition cannot be answered reliably here. */
        "422.max_employees_unsupported_on_this_path.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "max_employees_unsupported_on_this_path";
                    };
                };
            };
        };
        /**
         * @description - `daily_search_quota_exceeded`: The search quota of this day is used up.
         *     - `monthly_search_quota_exceeded`: The search quota of this month is used up.
         *     - `rate_limit_exceeded`: Too many requests in this minute.
         */
        "429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "daily_search_quota_exceeded" | "monthly_search_quota_exceeded" | "rate_limit_exceeded";
                    };
                };
            };
        };
        /** @description - `rate_limit_exceeded`: Too many requests in this minute. */
        "429.rate_limit_exceeded": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "rate_limit_exceeded";
                    };
                };
            };
        };
        /** @description - `rate_limit_exceeded`: Too many requests in this minute. */
        "429.rate_limit_exceeded.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "rate_limit_exceeded";
                    };
                };
            };
        };
        /**
         * @description - `edinet_evidence_query_failed`: The search over EDINET evidence failed.
         *     - `internal_error`: Something failed inside the service.
         *     - `observation_query_failed`: The observation search failed.
         */
        "500.edinet_evidence_query_failed.internal_error.observation_query_failed.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "edinet_evidence_query_failed" | "internal_error" | "observation_query_failed";
                    };
                };
            };
        };
        /** @description - `internal_error`: Something failed inside the service. */
        "500.internal_error": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "internal_error";
                    };
                };
            };
        };
        /** @description - `internal_error`: Something failed inside the service. */
        "500.internal_error.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "internal_error";
                    };
                };
            };
        };
        /** @description - `database_unavailable`: The database does not answer at the moment. */
        "503.database_unavailable": {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "database_unavailable";
                    };
                };
            };
        };
        /** @description - `database_unavailable`: The database does not answer at the moment. */
        "503.database_unavailable.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "database_unavailable";
                    };
                };
            };
        };
        /**
         * @description - `database_unavailable`: The database does not answer at the moment.
         *     - `search_unavailable`: The search engine does not answer at the moment.
         */
        "503.database_unavailable.search_unavailable.limited": {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @description The failure. */
                    error?: {
                        /**
                         * @description Codes of this answer.
                         * @enum {string}
                         */
                        code?: "database_unavailable" | "search_unavailable";
                    };
                };
            };
        };
    };
    parameters: {
        /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Optional here. */
        OptionalIdempotencyKey: string;
        /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Without it the call is refused. */
        RequiredIdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The methods that the path takes. */
        Allow: string;
        /** @description A file name to save it under. */
        "Content-Disposition": string;
        /** @description The account's balance of the credit class after this call. */
        "Credits-Remaining": number;
        /** @description Credits that this call has charged; 0 for dry runs and replays. */
        "Credits-Used": number;
        /** @description The operation is kept for older callers. */
        Deprecation: "true";
        /** @description `true` when this is the stored answer to an earlier call with the same key. */
        "Idempotent-Replayed": "true";
        /** @description Each limit that the request counts toward: `"<policy>";r=<requests remaining>;t=<seconds until its window ends>`. Absent for accounts without limits. */
        RateLimit: string;
        /** @description Each limit that the request counts toward: `"<policy>";q=<requests>;w=<seconds of its window>`. Absent for accounts without limits. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the same request can succeed. */
        "Retry-After": number;
        /** @description The scheme to authenticate with. */
        "WWW-Authenticate": "Bearer";
        /** @description The request's id: the caller's own X-Request-Id when it has 8 to 128 of the characters A-Z a-z 0-9 . _ : -, else a new one. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listChanges: {
        parameters: {
            query?: {
                /** @description Changes in an answer at most. */
                limit?: number;
                /** @description Where to go on: `meta.next_cursor` of an earlier answer, which stays good for ever, or `now` for what happens from now on. Everything from the beginning unless given. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes behind the cursor. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "company_id": "cn_1510101000268",
                     *           "change": "added",
                     *           "fields": [],
                     *           "version": 1,
                     *           "changed_at": "2026-11-22T11:51:07.519Z",
                     *           "superseded_by": null
                     *         },
                     *         {
                     *           "company_id": "cn_1510101000400",
                     *           "change": "added",
                     *           "fields": [],
                     *           "version": 1,
                     *           "changed_at": "2026-11-22T11:51:07.519Z",
                     *           "superseded_by": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "NjE4OTcuMg"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The changes in the order of commit. */
                        items: components["schemas"]["CompanyChange"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it as `since` to go on; always there, also when nothing is left for now. */
                            next_cursor: string;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.limited"];
        };
    };
    browseCompanies: {
        parameters: {
            query?: {
                /** @description true: only companies with AI-related openings; false: only those without a known one. */
                ai_jobs?: boolean;
                /** @description Cities, wards or towns of the head office, as the register writes them (豊田市). Repeated or comma-separated. */
                city?: string[];
                /** @description Only these companies; a former id stands for the company that has it. Of an empty list there is none. Repeated or comma-separated. */
                company_ids?: string[];
                /** @description true: only companies with a valid construction permit; false: only those without a known one. */
                construction?: boolean;
                /** @description Licence types of which the company holds at least one in a valid permit. Repeated or comma-separated. */
                construction_license_types?: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
                /** @description Also count the companies by the values of these fields. Repeated or comma-separated. */
                facets?: ("prefecture" | "industry_33_code" | "market_segment" | "listing_status" | "size")[];
                /** @description true: only companies with current openings; false: only those without a known one. */
                has_jobs?: boolean;
                /** @description true: only companies with a known website; false: only those without. */
                has_website?: boolean;
                /** @description Sectors of the exchange (33): code (3700) or label (輸送用機器). Repeated or comma-separated. */
                industry_33_code?: string[];
                /** @description Kinds of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社. Repeated or comma-separated. */
                kind?: ("state" | "local_government" | "kabushiki" | "yugen" | "gomei" | "goshi" | "godo" | "other_established" | "foreign" | "other")[];
                /** @description Companies on a page at most. */
                limit?: number;
                /** @description Listing on a Japanese exchange. `private`: the company says that it is not listed. `unknown`: nobody says. Repeated or comma-separated. */
                listing_status?: ("listed" | "delisted" | "private" | "unknown")[];
                /** @description Market segments, by key (`prime`, `standard`, `growth`, `pro_market`, `main`, `next`, `ambitious`, `q_board`, `other`) or by the exchange's label (プライム). Repeated or comma-separated. */
                market_segment?: string[];
                /** @description Greatest number of employees, at least `min_employees`. Not together with a query or `semantic_tag`. Companies without such a number are left out. */
                max_employees?: number;
                /** @description Greatest number of insured persons, at least `min_insured_persons`. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
                max_insured_persons?: number;
                /** @description Least number of employees. Companies without such a number are left out. */
                min_employees?: number;
                /** @description Least number of insured persons. Insured persons of social insurance, counted by registered workplace: no count of employees. Companies without such a number are left out. */
                min_insured_persons?: number;
                /** @description Companies to leave out before the page. */
                offset?: number;
                /** @description By relevance with `q`, by `name` without, unless given. `name`: by reading in kana (names written in kana are their own); companies whose reading no source states follow after all of them, by name as written. `jobs`, `ai`, `construction`: by current openings, AI-related openings or valid permits, the most first. `employees`: by headcount, the largest first. Ties end on `name`, then `company_id`. */
                order?: "name" | "jobs" | "ai" | "construction" | "employees";
                /** @description Prefectures of the head office, not of a job: name (東京都), short name (東京), romaji (Tokyo) or code (13). Repeated or comma-separated. */
                prefecture?: string[];
                /** @description A name, company_id or identifier. Matched by exact identifier, exact company_id, exact normalized name, then beginning of a name. */
                q?: string;
                /** @description Accepted and not applied: the answer warns `semantic_tags_unsupported`. Not together with `max_employees`. */
                semantic_tag?: string;
                /** @description States in the register; `active` alone unless given. An identifier as query and `company_ids` find their companies in any state. Repeated or comma-separated. */
                status?: ("active" | "closed" | "merged" | "removed")[];
                /** @description Technologies of which the company uses at least one, as in `profile.technologies[].key`. Repeated or comma-separated. */
                technologies?: string[];
                /** @description Domains of the website; of a URL its registrable domain counts. Repeated or comma-separated. */
                website_domains?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of companies. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "company_search",
                     *       "status": "ready",
                     *       "companies": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "6510101004743",
                     *             "securities_code": "2959",
                     *             "industry_33_code": "7050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "豊島区"
                     *           },
                     *           "profile": {
                     *             "website_domain": "consulting-kyapitaru-3k-kakuu.co.jp",
                     *             "website_url": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *             "latest_observed_at": "2026-08-11T03:00:00.000Z",
                     *             "observation_counts": {
                     *               "total": 4,
                     *               "by_type": {
                     *                 "certification": 1,
                     *                 "registry_change": 1,
                     *                 "corporate_profile": 2
                     *               }
                     *             },
                     *             "technologies": [],
                     *             "employees": 62813,
                     *             "insured_persons": 70139
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0.8,
                     *             "rule": "exact",
                     *             "matched_by": [
                     *               {
                     *                 "stage": "exact_name",
                     *                 "field": "legal_name",
                     *                 "value": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "rule": "exact",
                     *                 "strength": "exact"
                     *               },
                     *               {
                     *                 "stage": "exact_name",
                     *                 "field": "legal_name",
                     *                 "value": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "rule": "core",
                     *                 "strength": "strong"
                     *               },
                     *               {
                     *                 "stage": "exact_name",
                     *                 "field": "trade_name",
                     *                 "value": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "rule": "exact_or_core",
                     *                 "strength": "strong"
                     *               },
                     *               {
                     *                 "stage": "exact_name",
                     *                 "field": "former_name",
                     *                 "value": "有限会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "rule": "exact_or_core",
                     *                 "strength": "strong",
                     *                 "valid_from": "2025-12-07",
                     *                 "valid_to": "2026-08-11"
                     *               },
                     *               {
                     *                 "stage": "exact_name",
                     *                 "field": "legal_name",
                     *                 "value": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "rule": "loose",
                     *                 "strength": "weak"
                     *               },
                     *               {
                     *                 "stage": "name_prefix",
                     *                 "field": "legal_name",
                     *                 "value": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "rule": "prefix",
                     *                 "strength": "weak"
                     *               }
                     *             ]
                     *           },
                     *           "source_context": null
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "query": "株式会社CONSULTINGキャピタル",
                     *         "returned_companies": 1,
                     *         "matched_companies": 1,
                     *         "total_kind": "lower_bound",
                     *         "total_count_source": "lower_bound_fallback",
                     *         "has_more": false,
                     *         "coverage_warnings": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompaniesAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A company_id, also a former one.
                 * @example cn_6510101004743
                 */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "company": {
                     *         "company_id": "cn_6510101004743",
                     *         "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *         "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *         "listing_status": "listed",
                     *         "market_segment": "prime",
                     *         "corporate_number": "6510101004743",
                     *         "securities_code": "2959",
                     *         "industry_33_code": "7050",
                     *         "kind": "kabushiki",
                     *         "prefecture": "東京都",
                     *         "city": "豊島区",
                     *         "assigned_on": "2025-12-07",
                     *         "register_updated_on": "2026-02-03",
                     *         "closed_on": null,
                     *         "close_cause": null,
                     *         "updated_at": "2026-11-22T11:51:07.519Z"
                     *       },
                     *       "sources": {
                     *         "display_name": {
                     *           "source": "exchange",
                     *           "observed_at": "2026-11-20",
                     *           "derived_from": "listings"
                     *         },
                     *         "legal_name": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "listing_status": {
                     *           "source": "exchange",
                     *           "observed_at": "2026-11-20",
                     *           "derived_from": "listings"
                     *         },
                     *         "market_segment": {
                     *           "source": "exchange",
                     *           "observed_at": "2026-11-20",
                     *           "derived_from": null
                     *         },
                     *         "corporate_number": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "securities_code": {
                     *           "source": "exchange",
                     *           "observed_at": "2026-11-20",
                     *           "derived_from": null
                     *         },
                     *         "industry_33_code": {
                     *           "source": "exchange",
                     *           "observed_at": "2026-11-20",
                     *           "derived_from": null
                     *         },
                     *         "kind": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "prefecture": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "city": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "assigned_on": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "register_updated_on": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         },
                     *         "status": {
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null
                     *         }
                     *       },
                     *       "profile": {
                     *         "business_summary": {
                     *           "value": "損害保険・生命保険の代理業を主力とする企業です。個人のお客様との長い取引を強みとし、設備機器のリースを展開しています。",
                     *           "source": "edinet",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "capital_yen": {
                     *           "value": 20238000000,
                     *           "source": "edinet",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "employees": {
                     *           "value": 62813,
                     *           "source": "edinet",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "fiscal_year_end": {
                     *           "value": "3月31日",
                     *           "source": "edinet",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "founding_year": {
                     *           "value": 1970,
                     *           "source": "edinet",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "insured_persons": {
                     *           "value": 70139,
                     *           "source": "gbizinfo",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "listing_statement": {
                     *           "value": "上場",
                     *           "source": "edinet",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "website_url": {
                     *           "value": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *           "source": "gbizinfo",
                     *           "observed_at": "2026-05-17T03:00:00.000Z",
                     *           "age_days": 189
                     *         },
                     *         "head_office": {
                     *           "value": {
                     *             "city": "豊島区",
                     *             "street": "架空町９丁目１３番２１号",
                     *             "prefecture": "東京都",
                     *             "postal_code": "1006967"
                     *           },
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "age_days": 292,
                     *           "valid_from": null
                     *         },
                     *         "capital": {
                     *           "value": {
                     *             "value": 20238000000,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         },
                     *         "equity_ratio": {
                     *           "value": {
                     *             "value": 0.46,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         },
                     *         "net_assets": {
                     *           "value": {
                     *             "value": 855786000000,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         },
                     *         "net_income": {
                     *           "value": {
                     *             "value": 4556000000,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         },
                     *         "ordinary_income": {
                     *           "value": {
                     *             "value": 6903000000,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         },
                     *         "revenue": {
                     *           "value": {
                     *             "value": 1289033000000,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         },
                     *         "total_assets": {
                     *           "value": {
                     *             "value": 1860405000000,
                     *             "fiscal_year": 2025
                     *           },
                     *           "source": "edinet",
                     *           "observed_at": "2026-07-04T03:00:00.000Z",
                     *           "age_days": 141
                     *         }
                     *       },
                     *       "identifiers": [
                     *         {
                     *           "identifier_type": "company_id",
                     *           "value": "cn_6510101004743",
                     *           "valid_from": null,
                     *           "valid_to": null,
                     *           "source": null,
                     *           "observed_at": null,
                     *           "derived_from": null,
                     *           "current": true
                     *         },
                     *         {
                     *           "identifier_type": "company_id",
                     *           "value": "tse_2959",
                     *           "valid_from": null,
                     *           "valid_to": null,
                     *           "source": null,
                     *           "observed_at": null,
                     *           "derived_from": null,
                     *           "current": true
                     *         },
                     *         {
                     *           "identifier_type": "corporate_number",
                     *           "value": "6510101004743",
                     *           "valid_from": null,
                     *           "valid_to": null,
                     *           "source": "corporate_registry",
                     *           "observed_at": "2026-02-03",
                     *           "derived_from": null,
                     *           "current": true
                     *         },
                     *         {
                     *           "identifier_type": "invoice_number",
                     *           "value": "T6510101004743",
                     *           "valid_from": null,
                     *           "valid_to": null,
                     *           "source": null,
                     *           "observed_at": null,
                     *           "derived_from": "corporate_number",
                     *           "current": null
                     *         },
                     *         {
                     *           "identifier_type": "securities_code",
                     *           "value": "2959",
                     *           "valid_from": "2019-10-28",
                     *           "valid_to": null,
                     *           "source": "exchange",
                     *           "observed_at": "2026-11-20",
                     *           "derived_from": null,
                     *           "current": true
                     *         },
                     *         {
                     *           "identifier_type": "domain",
                     *           "value": "consulting-kyapitaru-3k-kakuu.co.jp",
                     *           "valid_from": null,
                     *           "valid_to": null,
                     *           "source": "gbizinfo",
                     *           "observed_at": null,
                     *           "derived_from": null,
                     *           "current": true
                     *         },
                     *         {
                     *           "identifier_type": "edinet_code",
                     *           "value": "E90001",
                     *           "valid_from": null,
                     *           "valid_to": null,
                     *           "source": "edinet",
                     *           "observed_at": null,
                     *           "derived_from": null,
                     *           "current": true
                     *         }
                     *       ],
                     *       "names": [
                     *         {
                     *           "kind": "legal",
                     *           "name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *           "source": "corporate_registry",
                     *           "valid_to": null,
                     *           "valid_from": "2026-08-11",
                     *           "observed_at": "2026-02-03"
                     *         },
                     *         {
                     *           "kind": "trade",
                     *           "name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *           "source": "exchange",
                     *           "valid_to": null,
                     *           "valid_from": null,
                     *           "observed_at": null
                     *         },
                     *         {
                     *           "kind": "english",
                     *           "name": "CONSULTING Kyapitaru Co., Ltd.",
                     *           "source": "edinet",
                     *           "valid_to": null,
                     *           "valid_from": null,
                     *           "observed_at": null
                     *         },
                     *         {
                     *           "kind": "kana",
                     *           "name": "コンサルティングキャピタル",
                     *           "source": "corporate_registry",
                     *           "valid_to": null,
                     *           "valid_from": null,
                     *           "observed_at": "2026-02-03"
                     *         },
                     *         {
                     *           "kind": "former",
                     *           "name": "有限会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *           "source": "corporate_registry",
                     *           "valid_to": "2026-08-11",
                     *           "valid_from": "2025-12-07",
                     *           "observed_at": "2026-02-03"
                     *         }
                     *       ],
                     *       "listings": [
                     *         {
                     *           "code": "2959",
                     *           "as_of": "2026-11-20",
                     *           "exchange": "tse",
                     *           "listed_to": null,
                     *           "short_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *           "size_class": "TOPIX Core30",
                     *           "listed_from": "2019-10-28",
                     *           "security_kind": "common",
                     *           "market_segment": "prime",
                     *           "industry_33_code": "7050",
                     *           "age_days": 2
                     *         }
                     *       ],
                     *       "status": "active",
                     *       "superseded_by": null,
                     *       "superseded_by_corporate_number": null,
                     *       "resolved_from": null
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyProfile"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.company_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.limited"];
        };
    };
    listCompanyObservations: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Only observed since: a day in Asia/Tokyo from its beginning, or a time with its offset. */
                from?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
                /** @description Only from these sources, repeated or comma-separated. */
                source?: ("corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange")[];
                /** @description Only these subtypes, repeated or comma-separated. */
                subtype?: string[];
                /** @description Only observed until: a day in Asia/Tokyo to its end, or a time with its offset, which is excluded. */
                to?: string;
                /** @description Only these types, repeated or comma-separated. */
                type?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description A company_id, also a former one.
                 * @example cn_6510101004743
                 */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of observations. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "observation_id": "generated:cn_6510101004743:1",
                     *           "type": "registry_change",
                     *           "subtype": "name_change",
                     *           "source": "corporate_registry",
                     *           "summary": "商号を「有限会社ＣＯＮＳＵＬＴＩＮＧキャピタル」から「株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル」に変更しました。",
                     *           "evidence": {
                     *             "after": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "before": "有限会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "changed_on": "2026-08-11"
                     *           },
                     *           "confidence": 1,
                     *           "observed_at": "2026-08-11T03:00:00.000Z"
                     *         },
                     *         {
                     *           "observation_id": "generated:cn_6510101004743:2",
                     *           "type": "corporate_profile",
                     *           "subtype": "annual_report",
                     *           "source": "edinet",
                     *           "summary": "2025年度の有価証券報告書：生成AIを活用した問い合わせ対応の自動化を進め、業務時間の削減に取り組んでおります。",
                     *           "evidence": {
                     *             "text": "個人のお客様を中心に、損害保険・生命保険の代理業を行っています。近年は設備機器のリースにも取り組んでいます。生成AIを活用した問い合わせ対応の自動化を進め、業務時間の削減に取り組んでおります。",
                     *             "section": "経営方針、経営環境及び対処すべき課題等",
                     *             "document": "有価証券報告書",
                     *             "edinet_code": "E90001",
                     *             "fiscal_year": 2025,
                     *             "securities_code": "2959"
                     *           },
                     *           "confidence": 0.95,
                     *           "observed_at": "2026-07-04T03:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7Im9ic2VydmVkQXQiOiIyMDI2LTA3LTA0VDAzOjAwOjAwLjAwMDAwMFoiLCJvYnNlcnZhdGlvbklkIjoiZ2VuZXJhdGVkOmNuXzY1MTAxMDEwMDQ3NDM6MiJ9LCJ0IjoxNzk1MzQ4Mjc0fQ.TP8miEgJZEjcKsa4-GLbFlyryLCIhe4W_amdXgPpWUg",
                     *         "company_id": "cn_6510101004743"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Observations, the newest first. */
                        items: components["schemas"]["Observation"][];
                        /** @description The page. */
                        meta: {
                            /**
                             * @description Canonical id: `cn_` and the corporate number, or the exchange (`tse`, `nse`, `sse`, `fse`) and the code. Assigned once, never reused.
                             * @example cn_1180301018771
                             * @example tse_7203
                             */
                            company_id: string;
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.company_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.limited"];
        };
    };
    queryCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "company_query.v1",
                 *       "financials": [
                 *         {
                 *           "metric": "revenue",
                 *           "op": "gte",
                 *           "value": 1000,
                 *           "unit": "million_yen",
                 *           "fiscal_year": "latest"
                 *         }
                 *       ],
                 *       "sort": {
                 *         "metric": "revenue"
                 *       },
                 *       "limit": 1
                 *     }
                 */
                "application/json": {
                    /** @description `meta.next_cursor` of the page before, unchanged, with the same conditions and order. Good for 24 hours. */
                    cursor?: string | null;
                    /** @description Conditions on the companies themselves. */
                    filters?: components["schemas"]["CompanyFilters"] | null;
                    /** @description Conditions on figures; all of them must hold. */
                    financials: components["schemas"]["FinancialCondition"][];
                    /**
                     * @description The kind of payload.
                     * @constant
                     */
                    kind: "company_query.v1";
                    /**
                     * @description Companies on a page at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description An order of company search, or a metric, of which companies must have a value then; `name` unless given. */
                    sort?: (("name" | "jobs" | "ai" | "construction" | "employees") | {
                        /**
                         * @description `desc`: the largest first.
                         * @default desc
                         * @enum {string}
                         */
                        direction?: "asc" | "desc";
                        /**
                         * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
                         * @default latest
                         */
                        fiscal_year?: "latest" | number;
                        /**
                         * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
                         * @enum {string}
                         */
                        metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
                    }) | null;
                };
            };
        };
        responses: {
            /** @description A page of companies. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "company_query",
                     *       "kind": "company_query.v1",
                     *       "status": "ready",
                     *       "companies": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "6510101004743",
                     *             "securities_code": "2959",
                     *             "industry_33_code": "7050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "豊島区"
                     *           },
                     *           "profile": {
                     *             "website_domain": "consulting-kyapitaru-3k-kakuu.co.jp",
                     *             "website_url": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *             "latest_observed_at": "2026-08-11T03:00:00.000Z",
                     *             "observation_counts": {
                     *               "total": 4,
                     *               "by_type": {
                     *                 "certification": 1,
                     *                 "registry_change": 1,
                     *                 "corporate_profile": 2
                     *               }
                     *             },
                     *             "technologies": [],
                     *             "employees": 62813,
                     *             "insured_persons": 70139
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0,
                     *             "rule": null,
                     *             "matched_by": []
                     *           },
                     *           "source_context": null,
                     *           "financials": [
                     *             {
                     *               "metric": "revenue",
                     *               "fiscal_year": 2025,
                     *               "value": 1289033000000,
                     *               "unit": "yen",
                     *               "source": "edinet",
                     *               "observed_at": "2026-07-04T03:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "query": null,
                     *         "returned_companies": 1,
                     *         "matched_companies": 38,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": true,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "financials_weak",
                     *             "signal": "financials",
                     *             "state": "weak",
                     *             "message": "3.5 % of the loaded companies have a value for the signal \"financials\"; companies without one cannot match."
                     *           }
                     *         ],
                     *         "limit": 1,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjpbMTI4OTAzMzAwMDAwMCwi44Kz44Oz44K144Or44OG44Kj44Oz44Kw44Kt44Oj44OU44K_44OrIiwiY25fNjUxMDEwMTAwNDc0MyJdLCJ0b2RheSI6IjIwMjYtMTEtMjIifSwidCI6MTc5NTM0ODI3NX0.wg0yOTSE52ubOKIy6z4RvFjd9tgwKzR5g0V6fdBMqNM",
                     *         "pagination_supported": true,
                     *         "more_results_exist": true,
                     *         "results_truncated": false,
                     *         "excluded_no_data": 1582
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyQueryAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    suggestCompanies: {
        parameters: {
            query: {
                /** @description Suggestions at most. */
                limit?: number;
                /**
                 * @description What has been typed of a name so far, in kanji, kana or romaji.
                 * @example 株式会社ＣＯ
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Companies whose name begins so. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "suggestions": [
                     *         {
                     *           "company_id": "cn_6510101004743",
                     *           "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *           "matched_text": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *           "match_kind": "legal_name"
                     *         },
                     *         {
                     *           "company_id": "cn_1668401015647",
                     *           "display_name": "ＣＯＲＥバイオ合同会社",
                     *           "matched_text": "ＣＯＲＥバイオ合同会社",
                     *           "match_kind": "legal_name"
                     *         },
                     *         {
                     *           "company_id": "cn_3668401027715",
                     *           "display_name": "Ｃｏｒｅ合成株式会社",
                     *           "matched_text": "Ｃｏｒｅ合成株式会社",
                     *           "match_kind": "legal_name"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Whole names before beginnings, listed companies first; empty when no name begins so. */
                        suggestions: components["schemas"]["Suggestion"][];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    searchConstruction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "limit": 1
                 *     }
                 */
                "application/json": {
                    /** @description Conditions on the company itself, as in company search: its head office, its size, its listing. */
                    company_filters?: components["schemas"]["CompanyFilters"] | null;
                    /** @description `meta.next_cursor` of the page before, unchanged, with the same conditions and order. Good for 24 hours. */
                    cursor?: string | null;
                    /** @description Conditions on a permit; one permit must meet all of them. An empty list is no condition. */
                    filters?: {
                        /**
                         * Format: date
                         * @description The permit's last day is before this one: permits that are about to end.
                         */
                        expires_before?: string;
                        /** @description Licence number, as the permit writes it. */
                        license_number?: string;
                        /** @description Licence types; the permit has at least one of them. */
                        license_types?: ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition") | ("civil_engineering" | "building" | "carpentry" | "plastering" | "scaffolding_earthwork" | "stone" | "roofing" | "electrical" | "plumbing" | "tile_brick_block" | "steel_structure" | "rebar" | "paving" | "dredging" | "sheet_metal" | "glazing" | "painting" | "waterproofing" | "interior_finishing" | "machine_installation" | "heat_insulation" | "telecommunications" | "landscaping" | "well_drilling" | "fittings" | "water_facilities" | "fire_protection_facilities" | "sanitation_facilities" | "demolition")[];
                        /**
                         * Format: date
                         * @description The day on which the permit is valid; today unless given.
                         */
                        valid_on?: string;
                    } | null;
                    /**
                     * @description Companies on a page at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description Companies to leave out before the page. Not together with `cursor`; 0 unless given. */
                    offset?: number;
                    /** @description By openings or permits, the most first, unless given. `name`: by reading in kana (names written in kana are their own); companies whose reading no source states follow after all of them, by name as written. `jobs`, `ai`, `construction`: by current openings, AI-related openings or valid permits, the most first. `employees`: by headcount, the largest first. Ties end on `name`, then `company_id`. */
                    order?: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
                };
            };
        };
        responses: {
            /** @description A page of companies with permits. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "construction_search",
                     *       "status": "ready",
                     *       "results": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_5510101008092",
                     *             "display_name": "株式会社あおぞら住建",
                     *             "legal_name": "株式会社あおぞら住建",
                     *             "listing_status": "unknown",
                     *             "market_segment": null,
                     *             "corporate_number": "5510101008092",
                     *             "securities_code": null,
                     *             "industry_33_code": null,
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "埼玉県",
                     *             "city": "さいたま市北区"
                     *           },
                     *           "permits": [
                     *             {
                     *               "license_number": "埼玉県知事許可（般）第100219号",
                     *               "license_types": [
                     *                 "plumbing",
                     *                 "tile_brick_block"
                     *               ],
                     *               "valid_from": "2023-05-24",
                     *               "valid_until": "2028-05-22",
                     *               "source": "construction_permit"
                     *             }
                     *           ],
                     *           "count": 1
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "returned_companies": 1,
                     *         "matched_companies": 108,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": true,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "construction_weak",
                     *             "signal": "construction",
                     *             "state": "weak",
                     *             "message": "8.7 % of the loaded companies have a value for the signal \"construction\"; companies without one cannot match."
                     *           }
                     *         ],
                     *         "limit": 1,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjpbMSwi44Ki44Kq44K-44Op44K444Ol44Km44Kx44OzIiwiY25fNTUxMDEwMTAwODA5MiJdLCJ0b2RheSI6IjIwMjYtMTEtMjIifSwidCI6MTc5NTM0ODI3NX0.fLLwwwNNpneO_Cz7NDHJn1B65S5qR7Y3lctWcZhS03s",
                     *         "pagination_supported": true,
                     *         "more_results_exist": true,
                     *         "results_truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConstructionAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description Only entries of this class. */
                class?: "basic" | "enrichment";
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Only entries made since: a day in Asia/Tokyo from its beginning, or a time with its offset. */
                from?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
                /** @description Only entries that this operation made. */
                operation?: string;
                /** @description Only entries made until: a day in Asia/Tokyo to its end, or a time with its offset, which is excluded. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "entry_id": "01a20318-a939-76c8-b8a7-e7c46b8fca33",
                     *           "class": "enrichment",
                     *           "kind": "charge",
                     *           "amount": -4,
                     *           "balance_after": 99996,
                     *           "operation": "list.enrich",
                     *           "subject": {
                     *             "type": "list",
                     *             "id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6"
                     *           },
                     *           "idempotency_key": "enrich-1",
                     *           "reverses": null,
                     *           "created_at": "2026-11-22T11:51:17.561Z"
                     *         },
                     *         {
                     *           "entry_id": "01a20318-a6ff-7f3c-8231-ef65af7776b2",
                     *           "class": "basic",
                     *           "kind": "charge",
                     *           "amount": -3,
                     *           "balance_after": 99983,
                     *           "operation": "list.materialize",
                     *           "subject": {
                     *             "type": "list",
                     *             "id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6"
                     *           },
                     *           "idempotency_key": "materialize-1",
                     *           "reverses": null,
                     *           "created_at": "2026-11-22T11:51:16.991Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 2,
                     *         "returned": 2,
                     *         "has_more": true,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImVudHJ5SWQiOiIwMWEyMDMxOC1hNmZmLTdmM2MtODIzMS1lZjY1YWY3Nzc2YjIifSwidCI6MTc5NTM0ODI3OX0.zHutSn5V9wNW0UbcPNugnXDoVxYe1TfIi5lskOe1aHU"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Entries, the newest first. */
                        items: components["schemas"]["LedgerEntry"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getCreditBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "balances": {
                     *         "basic": {
                     *           "available": 99983,
                     *           "next_expiry": null
                     *         },
                     *         "enrichment": {
                     *           "available": 99996,
                     *           "next_expiry": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The balance of each class. */
                        balances: {
                            /** @description Pays matched rows of sources, saved rows of Lists and research. */
                            basic: components["schemas"]["CreditBalance"];
                            /** @description Pays values that are added to the rows of a List. */
                            enrichment: components["schemas"]["CreditBalance"];
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listDiscoveries: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of discoveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "discovery_id": "01a20318-a158-7eca-ab75-e0a429a0fb60",
                     *           "parent_id": null,
                     *           "name": "大阪の建設会社",
                     *           "query": null,
                     *           "filters": {
                     *             "prefecture": [
                     *               "大阪府"
                     *             ],
                     *             "construction": true
                     *           },
                     *           "order": null,
                     *           "revision": 1,
                     *           "created_at": "2026-11-22T11:51:15.544Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Discoveries, the newest first, without what they find. */
                        items: components["schemas"]["Discovery"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    createDiscovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "大阪の建設会社",
                 *       "filters": {
                 *         "prefecture": [
                 *           "大阪府"
                 *         ],
                 *         "construction": true
                 *       },
                 *       "limit": 1
                 *     }
                 */
                "application/json": {
                    /** @description Conditions beside the query, as in company search. A query or a filter is needed. */
                    filters?: components["schemas"]["CompanyFilters"] | null;
                    /**
                     * @description Companies answered at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description Name of the discovery, 1 to 200 characters. */
                    name: string;
                    /** @description By relevance with a query, by `name` without, unless given. */
                    order?: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
                    /** @description Name, identifier, domain or short term, as in company search. */
                    query?: string | null;
                };
            };
        };
        responses: {
            /** @description The discovery with its first companies. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "discovery",
                     *       "status": "ready",
                     *       "discovery": {
                     *         "discovery_id": "01a20318-a158-7eca-ab75-e0a429a0fb60",
                     *         "parent_id": null,
                     *         "name": "大阪の建設会社",
                     *         "query": null,
                     *         "filters": {
                     *           "prefecture": [
                     *             "大阪府"
                     *           ],
                     *           "construction": true
                     *         },
                     *         "order": null,
                     *         "revision": 1,
                     *         "created_at": "2026-11-22T11:51:15.544Z"
                     *       },
                     *       "companies": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_1668401010714",
                     *             "display_name": "秋山空調",
                     *             "legal_name": "株式会社秋山空調",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "1668401010714",
                     *             "securities_code": "6985",
                     *             "industry_33_code": "2050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "大阪府",
                     *             "city": "富田林市"
                     *           },
                     *           "profile": {
                     *             "website_domain": "akiyama-kucho-zt-kakuu.co.jp",
                     *             "website_url": "https://www.akiyama-kucho-zt-kakuu.co.jp/",
                     *             "latest_observed_at": "2026-07-04T03:00:00.000Z",
                     *             "observation_counts": {
                     *               "total": 3,
                     *               "by_type": {
                     *                 "corporate_profile": 3
                     *               }
                     *             },
                     *             "technologies": [
                     *               {
                     *                 "key": "mongodb",
                     *                 "source": "company_website",
                     *                 "observed_at": "2026-03-06T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "sap_s4hana",
                     *                 "source": "company_website",
                     *                 "observed_at": "2026-10-16T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "tableau",
                     *                 "source": "company_website",
                     *                 "observed_at": "2026-06-28T03:00:00.000Z"
                     *               }
                     *             ],
                     *             "employees": 733,
                     *             "insured_persons": 630
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0,
                     *             "rule": null,
                     *             "matched_by": []
                     *           },
                     *           "source_context": {
                     *             "jobs": null,
                     *             "construction": {
                     *               "valid_count": 1,
                     *               "license_types": [
                     *                 "painting",
                     *                 "tile_brick_block",
                     *                 "well_drilling"
                     *               ],
                     *               "latest_valid_until": "2029-04-24"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "query": null,
                     *         "returned_companies": 1,
                     *         "matched_companies": 10,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": true,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "construction_weak",
                     *             "signal": "construction",
                     *             "state": "weak",
                     *             "message": "8.7 % of the loaded companies have a value for the signal \"construction\"; companies without one cannot match."
                     *           }
                     *         ],
                     *         "limit": 1,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjpbIuOCouOCreODpOODnuOCr-OCpuODgeODp-OCpiIsImNuXzE2Njg0MDEwMTA3MTQiXSwidG9kYXkiOiIyMDI2LTExLTIyIn0sInQiOjE3OTUzNDgyNzV9.ks0qtyB8GzMdQ1j_Rny4Vz1LP2agUQC_y-psNXFvvvk",
                     *         "pagination_supported": true,
                     *         "more_results_exist": true,
                     *         "results_truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DiscoveryAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    getDiscovery: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `discovery_id` of the discovery.
                 * @example 01a20318-a158-7eca-ab75-e0a429a0fb60
                 */
                discoveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discovery with a page of companies. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "discovery",
                     *       "status": "ready",
                     *       "discovery": {
                     *         "discovery_id": "01a20318-a158-7eca-ab75-e0a429a0fb60",
                     *         "parent_id": null,
                     *         "name": "大阪の建設会社",
                     *         "query": null,
                     *         "filters": {
                     *           "prefecture": [
                     *             "大阪府"
                     *           ],
                     *           "construction": true
                     *         },
                     *         "order": null,
                     *         "revision": 1,
                     *         "created_at": "2026-11-22T11:51:15.544Z"
                     *       },
                     *       "companies": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_1668401010714",
                     *             "display_name": "秋山空調",
                     *             "legal_name": "株式会社秋山空調",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "1668401010714",
                     *             "securities_code": "6985",
                     *             "industry_33_code": "2050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "大阪府",
                     *             "city": "富田林市"
                     *           },
                     *           "profile": {
                     *             "website_domain": "akiyama-kucho-zt-kakuu.co.jp",
                     *             "website_url": "https://www.akiyama-kucho-zt-kakuu.co.jp/",
                     *             "latest_observed_at": "2026-07-04T03:00:00.000Z",
                     *             "observation_counts": {
                     *               "total": 3,
                     *               "by_type": {
                     *                 "corporate_profile": 3
                     *               }
                     *             },
                     *             "technologies": [
                     *               {
                     *                 "key": "mongodb",
                     *                 "source": "company_website",
                     *                 "observed_at": "2026-03-06T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "sap_s4hana",
                     *                 "source": "company_website",
                     *                 "observed_at": "2026-10-16T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "tableau",
                     *                 "source": "company_website",
                     *                 "observed_at": "2026-06-28T03:00:00.000Z"
                     *               }
                     *             ],
                     *             "employees": 733,
                     *             "insured_persons": 630
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0,
                     *             "rule": null,
                     *             "matched_by": []
                     *           },
                     *           "source_context": {
                     *             "jobs": null,
                     *             "construction": {
                     *               "valid_count": 1,
                     *               "license_types": [
                     *                 "painting",
                     *                 "tile_brick_block",
                     *                 "well_drilling"
                     *               ],
                     *               "latest_valid_until": "2029-04-24"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "query": null,
                     *         "returned_companies": 1,
                     *         "matched_companies": 10,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": true,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "construction_weak",
                     *             "signal": "construction",
                     *             "state": "weak",
                     *             "message": "8.7 % of the loaded companies have a value for the signal \"construction\"; companies without one cannot match."
                     *           }
                     *         ],
                     *         "limit": 1,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjpbIuOCouOCreODpOODnuOCr-OCpuODgeODp-OCpiIsImNuXzE2Njg0MDEwMTA3MTQiXSwidG9kYXkiOiIyMDI2LTExLTIyIn0sInQiOjE3OTUzNDgyNzV9.ks0qtyB8GzMdQ1j_Rny4Vz1LP2agUQC_y-psNXFvvvk",
                     *         "pagination_supported": true,
                     *         "more_results_exist": true,
                     *         "results_truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DiscoveryAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.discovery_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    materializeDiscovery: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Without it the call is refused. */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path: {
                /**
                 * @description `discovery_id` of the discovery.
                 * @example 01a20318-a158-7eca-ab75-e0a429a0fb60
                 */
                discoveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "大阪の建設会社",
                 *       "execute": true,
                 *       "maxCredits": 1000
                 *     }
                 */
                "application/json": {
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description `true` says that credits may be spent. */
                    execute?: boolean;
                    /** @description The most that the call may cost, in whole credits; a call that would cost more is refused. */
                    maxCredits?: number;
                    /** @description Name of the new List; the discovery's unless given. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The List that was made, and what it cost. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a253-741c-a077-dfb3ab240dc4",
                     *         "name": "大阪の建設会社",
                     *         "status": "active",
                     *         "schedule": "manual",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "manual",
                     *         "row_count": 10,
                     *         "source": {
                     *           "kind": "query",
                     *           "id": "01a20318-a24a-738e-a18b-cc4795fffefc"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:15.788Z",
                     *         "updated_at": "2026-11-22T11:51:15.788Z"
                     *       },
                     *       "saved_rows": 10,
                     *       "already_saved_rows": 0,
                     *       "billing": {
                     *         "credit_class": "basic",
                     *         "credits_used": 10,
                     *         "max_credits": 1000,
                     *         "deduplicated": false,
                     *         "dry_run": false,
                     *         "balance_after": 99989
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Rows of the estimate that the List had already; free. */
                        already_saved_rows: number;
                        billing: components["schemas"]["Billing"];
                        /** @description The List that the rows are in. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Rows that were added and charged. */
                        saved_rows: number;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.execute_required.idempotency_key_required.invalid_query.invalid_request.max_credits_required.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            402: components["responses"]["402.credit_balance_insufficient.limited"];
            404: components["responses"]["404.discovery_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            409: components["responses"]["409.idempotency_key_in_use.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.idempotency_key_reused.list_conditions_not_materializable.max_credits_exceeded.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    refineDiscovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `discovery_id` of the discovery.
                 * @example 01a20318-a158-7eca-ab75-e0a429a0fb60
                 */
                discoveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "大阪の建設会社（求人あり）",
                 *       "filters": {
                 *         "has_jobs": true
                 *       },
                 *       "limit": 1
                 *     }
                 */
                "application/json": {
                    /** @description Filters that are changed; the others stay. null takes all filters away. */
                    filters?: components["schemas"]["CompanyFilterChanges"] | null;
                    /**
                     * @description Companies answered at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description Name of the new discovery; that of this one unless given. */
                    name?: string;
                    /** @description Another order; null takes it away, absent it stays. */
                    order?: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
                    /** @description Another query; null takes it away, absent it stays. */
                    query?: string | null;
                };
            };
        };
        responses: {
            /** @description The new discovery with its first companies. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "discovery",
                     *       "status": "ready",
                     *       "discovery": {
                     *         "discovery_id": "01a20318-a22d-7484-b6b5-033be21be72a",
                     *         "parent_id": "01a20318-a158-7eca-ab75-e0a429a0fb60",
                     *         "name": "大阪の建設会社（求人あり）",
                     *         "query": null,
                     *         "filters": {
                     *           "has_jobs": true,
                     *           "prefecture": [
                     *             "大阪府"
                     *           ],
                     *           "construction": true
                     *         },
                     *         "order": null,
                     *         "revision": 2,
                     *         "created_at": "2026-11-22T11:51:15.756Z"
                     *       },
                     *       "companies": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_7510101003488",
                     *             "display_name": "特定非営利活動法人もみじスポーツ振興の会",
                     *             "legal_name": "特定非営利活動法人もみじスポーツ振興の会",
                     *             "listing_status": "unknown",
                     *             "market_segment": null,
                     *             "corporate_number": "7510101003488",
                     *             "securities_code": null,
                     *             "industry_33_code": null,
                     *             "kind": "other_established",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "大阪府",
                     *             "city": "大阪市平野区"
                     *           },
                     *           "profile": {
                     *             "website_domain": null,
                     *             "website_url": null,
                     *             "latest_observed_at": null,
                     *             "observation_counts": {
                     *               "total": 0,
                     *               "by_type": {}
                     *             },
                     *             "technologies": [],
                     *             "employees": null,
                     *             "insured_persons": null
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0,
                     *             "rule": null,
                     *             "matched_by": []
                     *           },
                     *           "source_context": {
                     *             "jobs": {
                     *               "open_count": 1,
                     *               "ai_count": 0,
                     *               "latest_opened_at": "2026-03-30"
                     *             },
                     *             "construction": {
                     *               "valid_count": 1,
                     *               "license_types": [
                     *                 "fire_protection_facilities",
                     *                 "fittings",
                     *                 "landscaping",
                     *                 "water_facilities",
                     *                 "well_drilling"
                     *               ],
                     *               "latest_valid_until": "2030-04-25"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "query": null,
                     *         "returned_companies": 1,
                     *         "matched_companies": 1,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": false,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "jobs_weak",
                     *             "signal": "jobs",
                     *             "state": "weak",
                     *             "message": "5.9 % of the loaded companies have a value for the signal \"jobs\"; companies without one cannot match."
                     *           },
                     *           {
                     *             "code": "construction_weak",
                     *             "signal": "construction",
                     *             "state": "weak",
                     *             "message": "8.7 % of the loaded companies have a value for the signal \"construction\"; companies without one cannot match."
                     *           }
                     *         ],
                     *         "limit": 1,
                     *         "next_cursor": null,
                     *         "pagination_supported": true,
                     *         "more_results_exist": false,
                     *         "results_truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DiscoveryAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.discovery_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    searchJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "ai_related": true
                 *       },
                 *       "limit": 1
                 *     }
                 */
                "application/json": {
                    /** @description Conditions on the company itself, as in company search: its head office, its size, its listing. */
                    company_filters?: components["schemas"]["CompanyFilters"] | null;
                    /** @description `meta.next_cursor` of the page before, unchanged, with the same conditions and order. Good for 24 hours. */
                    cursor?: string | null;
                    /** @description Conditions on an opening; one opening must meet all of them, and be current. An empty list is no condition. */
                    filters?: {
                        /** @description true: only openings that are related to AI; false: only others. */
                        ai_related?: boolean;
                        /** @description Places of work, not of the head office; one of them stands in the opening's location. */
                        location?: string | string[];
                        /**
                         * Format: date
                         * @description Openings of that day or later.
                         */
                        opened_since?: string;
                    } | null;
                    /**
                     * @description Companies on a page at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description Companies to leave out before the page. Not together with `cursor`; 0 unless given. */
                    offset?: number;
                    /** @description By openings or permits, the most first, unless given. `name`: by reading in kana (names written in kana are their own); companies whose reading no source states follow after all of them, by name as written. `jobs`, `ai`, `construction`: by current openings, AI-related openings or valid permits, the most first. `employees`: by headcount, the largest first. Ties end on `name`, then `company_id`. */
                    order?: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
                    /** @description Words that all stand in the title of an opening. */
                    query?: string | null;
                };
            };
        };
        responses: {
            /** @description A page of companies with openings. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "jobs_search",
                     *       "status": "ready",
                     *       "results": [
                     *         {
                     *           "company": {
                     *             "company_id": "tse_2329",
                     *             "display_name": "榎本建設",
                     *             "legal_name": "株式会社榎本建設",
                     *             "listing_status": "listed",
                     *             "market_segment": "standard",
                     *             "corporate_number": null,
                     *             "securities_code": "2329",
                     *             "industry_33_code": "2050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "大分県",
                     *             "city": "津久見市"
                     *           },
                     *           "jobs": [
                     *             {
                     *               "job_id": "generated:tse_2329:5",
                     *               "title": "機械学習エンジニア",
                     *               "ai_related": true,
                     *               "location": "大分県津久見市",
                     *               "opened_at": "2026-08-25",
                     *               "closed_at": "2027-01-18",
                     *               "source": "job_posting"
                     *             }
                     *           ],
                     *           "count": 1
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "returned_companies": 1,
                     *         "matched_companies": 6,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": true,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "jobs_weak",
                     *             "signal": "jobs",
                     *             "state": "weak",
                     *             "message": "5.9 % of the loaded companies have a value for the signal \"jobs\"; companies without one cannot match."
                     *           }
                     *         ],
                     *         "limit": 1,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjpbMiwi44Ko44OO44Oi44OI44Kx44Oz44K744OEIiwidHNlXzIzMjkiXSwidG9kYXkiOiIyMDI2LTExLTIyIn0sInQiOjE3OTUzNDgyNzV9.oJoz7ygpmtiVHk1ISiJuFNS3rSUxHjTf3VfmV_CwuUQ",
                     *         "pagination_supported": true,
                     *         "more_results_exist": true,
                     *         "results_truncated": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JobsAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    listLists: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
                /** @description Only Lists with this status. */
                status?: "active" | "paused" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of Lists. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "list_id": "01a20318-a760-7d28-a584-7ee8606a438c",
                     *           "name": "空の一覧",
                     *           "status": "active",
                     *           "schedule": "manual",
                     *           "next_run_at": null,
                     *           "no_next_run_because": "manual",
                     *           "row_count": 0,
                     *           "source": {
                     *             "kind": "empty",
                     *             "id": null
                     *           },
                     *           "published_version": null,
                     *           "created_at": "2026-11-22T11:51:17.079Z",
                     *           "updated_at": "2026-11-22T11:51:17.079Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 1,
                     *         "returned": 1,
                     *         "has_more": true,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjoiMDFhMjAzMTgtYTc2MC03ZDI4LWE1ODQtN2VlODYwNmE0MzhjIn0sInQiOjE3OTUzNDgyNzd9.g0Q9YXT6X3wfzi4vZUK3CkwCMMRxpiWI9YxMu1BlJ30"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Lists of the account, newest first. */
                        items: components["schemas"]["List"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Optional here. */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "空の一覧"
                 *     }
                 */
                "application/json": {
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description Name of the List, 1 to 200 characters. */
                    name: string;
                    /** @description Take the matched rows of this source, which are paid for already. Absent: an empty List. */
                    source_id?: string;
                };
            };
        };
        responses: {
            /** @description The new List. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a760-7d28-a584-7ee8606a438c",
                     *         "name": "空の一覧",
                     *         "status": "active",
                     *         "schedule": "manual",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "manual",
                     *         "row_count": 0,
                     *         "source": {
                     *           "kind": "empty",
                     *           "id": null
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:17.079Z",
                     *         "updated_at": "2026-11-22T11:51:17.079Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The List after the call. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.source_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The List. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先",
                     *         "status": "active",
                     *         "schedule": "manual",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "manual",
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:16.956Z"
                     *       },
                     *       "definition": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01"
                     *       },
                     *       "row_counts": {
                     *         "total": 3,
                     *         "suppressed": 0,
                     *         "excluded": 0,
                     *         "effective": 3
                     *       },
                     *       "workspace_preferences": {}
                     *     }
                     */
                    "application/json": {
                        /** @description What a refresh evaluates anew; null for a List that was made empty. */
                        definition: components["schemas"]["ListDefinition"] | null;
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description How many rows there are. */
                        row_counts: {
                            /** @description Rows that are neither: what exports and deliveries show. */
                            effective: number;
                            /** @description Of those, rows whose company is excluded. */
                            excluded: number;
                            /** @description Of those, rows whose company is suppressed. */
                            suppressed: number;
                            /** @description Rows of the List. */
                            total: number;
                        };
                        /** @description How a workspace shows the List; the service itself does not read it. Empty until it is set. */
                        workspace_preferences: {
                            /** @description Columns to show, in their order; names are the workspace’s own. */
                            columns?: string[];
                            /** @description Filters of the workspace; names and values are its own. */
                            filters?: {
                                [key: string]: unknown;
                            };
                            /** @description Notes for people, at most 10,000 characters. */
                            notes?: string;
                            /** @description How the rows are sorted. */
                            sort?: {
                                /**
                                 * @description Ascending or descending.
                                 * @enum {string}
                                 */
                                direction: "asc" | "desc";
                                /** @description What the rows are sorted by; the name is the workspace’s own. */
                                field: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a760-7d28-a584-7ee8606a438c
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a760-7d28-a584-7ee8606a438c",
                     *       "name": "空の一覧",
                     *       "row_count": 0
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /** @description Its name. */
                        name: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Rows that it had. */
                        row_count: number;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    renameList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "取引先（関東）"
                 *     }
                 */
                "application/json": {
                    /** @description The new name, 1 to 200 characters; need not be unique. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The List. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先（関東）",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "not_published",
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:18.060Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The List after the call. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    deliverList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Optional here. */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * @description Instead of the payload that is configured. `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.
                     * @enum {string}
                     */
                    payload?: "summary" | "diff" | "rows";
                };
            };
        };
        responses: {
            /** @description The delivery will be sent. */
            202: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "delivery_id": "01a20318-afbf-7486-9135-988398773eb7",
                     *       "status": "pending",
                     *       "payload": "summary"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the delivery, to look it up by.
                         */
                        delivery_id: string;
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /**
                         * @description `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.
                         * @enum {string}
                         */
                        payload: "summary" | "diff" | "rows";
                        /**
                         * @description `pending`: to be sent, or sent again; `delivered`: accepted; `failed`: given up.
                         * @enum {string}
                         */
                        status: "pending" | "delivered" | "failed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "delivery_id": "01a20318-afbf-7486-9135-988398773eb7",
                     *           "status": "delivered",
                     *           "type": "webhook",
                     *           "payload": "summary",
                     *           "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *           "attempts": [
                     *             {
                     *               "attempt": 1,
                     *               "attempted_at": "2026-11-22T11:51:19.277Z",
                     *               "duration_ms": 29,
                     *               "outcome": "accepted",
                     *               "status_code": 200,
                     *               "message": "The receiver accepted the delivery."
                     *             }
                     *           ],
                     *           "created_at": "2026-11-22T11:51:19.224Z",
                     *           "finished_at": "2026-11-22T11:51:19.306Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Deliveries of the List, newest first. */
                        items: components["schemas"]["ListDelivery"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `delivery_id` of the delivery.
                 * @example 01a20318-afbf-7486-9135-988398773eb7
                 */
                deliveryId: string;
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "delivery": {
                     *         "delivery_id": "01a20318-afbf-7486-9135-988398773eb7",
                     *         "status": "delivered",
                     *         "type": "webhook",
                     *         "payload": "summary",
                     *         "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *         "attempts": [
                     *           {
                     *             "attempt": 1,
                     *             "attempted_at": "2026-11-22T11:51:19.277Z",
                     *             "duration_ms": 29,
                     *             "outcome": "accepted",
                     *             "status_code": 200,
                     *             "message": "The receiver accepted the delivery."
                     *           }
                     *         ],
                     *         "created_at": "2026-11-22T11:51:19.224Z",
                     *         "finished_at": "2026-11-22T11:51:19.306Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        delivery: components["schemas"]["ListDelivery"];
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found.not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `delivery_id` of the delivery.
                 * @example 01a20318-afbf-7486-9135-988398773eb7
                 */
                deliveryId: string;
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The delivery will be sent again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "delivery_id": "01a20318-afbf-7486-9135-988398773eb7",
                     *       "status": "pending",
                     *       "payload": "summary"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the delivery, to look it up by.
                         */
                        delivery_id: string;
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /**
                         * @description `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.
                         * @enum {string}
                         */
                        payload: "summary" | "diff" | "rows";
                        /**
                         * @description `pending`: to be sent, or sent again; `delivered`: accepted; `failed`: given up.
                         * @enum {string}
                         */
                        status: "pending" | "delivered" | "failed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found.not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getListDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "delivery": {
                     *         "type": "webhook",
                     *         "url": "https://hooks.example.com/***",
                     *         "enabled": true,
                     *         "payload": "summary",
                     *         "created_at": "2026-11-22T11:51:19.145Z",
                     *         "updated_at": "2026-11-22T11:51:19.145Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The target; null where none is configured. */
                        delivery: components["schemas"]["DeliveryTarget"] | null;
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    setListDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook",
                 *       "url": "https://hooks.example.com/hooks/companies",
                 *       "payload": "summary"
                 *     }
                 */
                "application/json": {
                    /** @description Whether anything is sent. true the first time unless given. */
                    enabled?: boolean;
                    /**
                     * @description What is sent unless a delivery says otherwise. `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows. `summary` the first time.
                     * @enum {string}
                     */
                    payload?: "summary" | "diff" | "rows";
                    /** @description true: make a new secret for a webhook, shown in this answer alone; the old one ends at once. */
                    rotate_secret?: boolean;
                    /**
                     * @description `webhook`: a signed JSON message; `chat`: a text for a Slack-compatible chat tool. Required the first time.
                     * @enum {string}
                     */
                    type?: "webhook" | "chat";
                    /** @description Where to send: an https address on the public internet, port 443 or 8443, without credentials. Required the first time. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The target. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "delivery": {
                     *         "type": "webhook",
                     *         "url": "https://hooks.example.com/***",
                     *         "enabled": true,
                     *         "payload": "summary",
                     *         "created_at": "2026-11-22T11:51:19.145Z",
                     *         "updated_at": "2026-11-22T11:51:19.145Z",
                     *         "secret": "whsec_5JfI1GktqNuQhv0Xe5oN+Ee++wFk0h97y6Kz4NKUjJg="
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The target after the call. */
                        delivery: {
                            /**
                             * Format: date-time
                             * @description When delivery was configured first.
                             */
                            created_at: string;
                            /** @description Whether anything is sent. */
                            enabled: boolean;
                            /**
                             * @description What is sent unless a delivery says otherwise. `summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.
                             * @enum {string}
                             */
                            payload: "summary" | "diff" | "rows";
                            /** @description Secret that a webhook is signed with, `whsec_` and base64. Shown once, when it is made: with the first configuration, with another address, with `rotate_secret`. */
                            secret?: string;
                            /**
                             * @description `webhook`: a signed JSON message; `chat`: a text for a Slack-compatible chat tool.
                             * @enum {string}
                             */
                            type: "webhook" | "chat";
                            /**
                             * Format: date-time
                             * @description When it was configured last.
                             */
                            updated_at: string;
                            /** @description Where it is sent to; all behind the origin is masked. */
                            url: string;
                        };
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.delivery_target_rejected"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    excludeDiffRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `diff_row_id` of a row of one of the diffs of the List.
                 * @example 01a20318-adb3-73ef-ba95-66a645a95a53
                 */
                diffRowId: string;
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "excluded": true,
                 *       "reason": "対象外"
                 *     }
                 */
                "application/json": {
                    /** @description Whether the company of the row is left out of exports, snapshots and deliveries. */
                    excluded: boolean;
                    /** @description Why, for people, 1 to 500 characters; absent or null: none. */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The row with its exclusion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *       "diff_row": {
                     *         "diff_row_id": "01a20318-adb3-73ef-ba95-66a645a95a53",
                     *         "kind": "changed",
                     *         "company_id": "cn_6510101004743",
                     *         "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *         "changes": [
                     *           {
                     *             "after": "中央区",
                     *             "field": "city",
                     *             "before": "豊島区"
                     *           }
                     *         ],
                     *         "review": {
                     *           "outcome": "accepted",
                     *           "note": "登記で確認",
                     *           "reviewed_at": "2026-11-22T11:51:18.995Z"
                     *         },
                     *         "exclusion": {
                     *           "excluded": true,
                     *           "reason": "対象外",
                     *           "excluded_at": "2026-11-22T11:51:19.031Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The diff that the row belongs to.
                         */
                        diff_id: string;
                        /** @description The row after the call. */
                        diff_row: components["schemas"]["ListDiffRow"];
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.diff_row_not_found.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    reviewDiffRow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `diff_row_id` of a row of one of the diffs of the List.
                 * @example 01a20318-adb3-73ef-ba95-66a645a95a53
                 */
                diffRowId: string;
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "accepted",
                 *       "note": "登記で確認"
                 *     }
                 */
                "application/json": {
                    /** @description For people, 1 to 2,000 characters; absent or null: none. */
                    note?: string | null;
                    /**
                     * @description What came of looking at the row. `rejected` keeps it out of deliveries; `needs_review` is for somebody else.
                     * @enum {string}
                     */
                    outcome: "accepted" | "rejected" | "needs_review";
                };
            };
        };
        responses: {
            /** @description The row with its review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *       "diff_row": {
                     *         "diff_row_id": "01a20318-adb3-73ef-ba95-66a645a95a53",
                     *         "kind": "changed",
                     *         "company_id": "cn_6510101004743",
                     *         "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *         "changes": [
                     *           {
                     *             "after": "中央区",
                     *             "field": "city",
                     *             "before": "豊島区"
                     *           }
                     *         ],
                     *         "review": {
                     *           "outcome": "accepted",
                     *           "note": "登記で確認",
                     *           "reviewed_at": "2026-11-22T11:51:18.995Z"
                     *         },
                     *         "exclusion": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The diff that the row belongs to.
                         */
                        diff_id: string;
                        /** @description The row after the call. */
                        diff_row: components["schemas"]["ListDiffRow"];
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.diff_row_not_found.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listDiffs: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of diffs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *           "from_version": 1,
                     *           "to_version": 2,
                     *           "counts": {
                     *             "added": 0,
                     *             "removed": 0,
                     *             "changed": 1
                     *           },
                     *           "scheduled_for": null,
                     *           "created_at": "2026-11-22T11:51:18.674Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Diffs of the List, newest first, without their rows. */
                        items: components["schemas"]["ListDiff"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getDiff: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Rows a page has at most; a page of large rows ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `diff_id` of the diff.
                 * @example 01a20318-adae-713f-8fe0-87627e72f317
                 */
                diffId: string;
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The diff with a page of its rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先（関東）",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": "2026-11-22T21:00:00.000Z",
                     *         "no_next_run_because": null,
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": 1,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:18.389Z"
                     *       },
                     *       "diff": {
                     *         "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *         "from_version": 1,
                     *         "to_version": 2,
                     *         "counts": {
                     *           "added": 0,
                     *           "removed": 0,
                     *           "changed": 1
                     *         },
                     *         "scheduled_for": null,
                     *         "created_at": "2026-11-22T11:51:18.674Z",
                     *         "rows": [
                     *           {
                     *             "diff_row_id": "01a20318-adb3-73ef-ba95-66a645a95a53",
                     *             "kind": "changed",
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "changes": [
                     *               {
                     *                 "after": "中央区",
                     *                 "field": "city",
                     *                 "before": "豊島区"
                     *               }
                     *             ],
                     *             "review": null,
                     *             "exclusion": null
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "limit": 100,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        diff: components["schemas"]["ListDiffWithRows"];
                        list: components["schemas"]["List"];
                        /** @description The page of the rows. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found.not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getLatestDiff: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Rows a page has at most; a page of large rows ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest diff with a page of its rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先（関東）",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": "2026-11-22T21:00:00.000Z",
                     *         "no_next_run_because": null,
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": 1,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:18.389Z"
                     *       },
                     *       "diff": {
                     *         "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *         "from_version": 1,
                     *         "to_version": 2,
                     *         "counts": {
                     *           "added": 0,
                     *           "removed": 0,
                     *           "changed": 1
                     *         },
                     *         "scheduled_for": null,
                     *         "created_at": "2026-11-22T11:51:18.674Z",
                     *         "rows": [
                     *           {
                     *             "diff_row_id": "01a20318-adb3-73ef-ba95-66a645a95a53",
                     *             "kind": "changed",
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "changes": [
                     *               {
                     *                 "after": "中央区",
                     *                 "field": "city",
                     *                 "before": "豊島区"
                     *               }
                     *             ],
                     *             "review": null,
                     *             "exclusion": null
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "limit": 100,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The newest diff; null before the first refresh. */
                        diff: components["schemas"]["ListDiffWithRows"] | null;
                        list: components["schemas"]["List"];
                        /** @description The page of the rows. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listEnrichments: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "run_id": "01a20318-a930-7bec-8e3d-4d0279e2f2ed",
                     *           "fields": [
                     *             "website",
                     *             "employees"
                     *           ],
                     *           "status": "completed",
                     *           "found_count": 4,
                     *           "not_found_count": 2,
                     *           "unchanged_count": 0,
                     *           "per_field": [
                     *             {
                     *               "field": "website",
                     *               "credits": 2,
                     *               "found_rows": 2
                     *             },
                     *             {
                     *               "field": "employees",
                     *               "credits": 2,
                     *               "found_rows": 2
                     *             }
                     *           ],
                     *           "created_at": "2026-11-22T11:51:17.548Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Runs of the List, newest first. */
                        items: components["schemas"]["EnrichmentRun"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getEnrichment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
                /**
                 * @description `run_id` of the run.
                 * @example 01a20318-a930-7bec-8e3d-4d0279e2f2ed
                 */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "run": {
                     *         "run_id": "01a20318-a930-7bec-8e3d-4d0279e2f2ed",
                     *         "fields": [
                     *           "website",
                     *           "employees"
                     *         ],
                     *         "status": "completed",
                     *         "found_count": 4,
                     *         "not_found_count": 2,
                     *         "unchanged_count": 0,
                     *         "per_field": [
                     *           {
                     *             "field": "website",
                     *             "credits": 2,
                     *             "found_rows": 2
                     *           },
                     *           {
                     *             "field": "employees",
                     *             "credits": 2,
                     *             "found_rows": 2
                     *           }
                     *         ],
                     *         "created_at": "2026-11-22T11:51:17.548Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        run: components["schemas"]["EnrichmentRun"];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found.run_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    estimateEnrichment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": [
                 *         "website",
                 *         "employees"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Fields to enrich, each at most once; each is priced and counted by itself. */
                    fields: ("website" | "employees" | "insured_persons" | "jobs" | "construction_permits" | "technologies" | "financials" | "observations")[];
                };
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "estimate": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "fields": [
                     *           "website",
                     *           "employees"
                     *         ],
                     *         "credit_class": "enrichment",
                     *         "estimated_max_credits": 4,
                     *         "per_field": [
                     *           {
                     *             "field": "website",
                     *             "found_rows": 2,
                     *             "credits": 2
                     *           },
                     *           {
                     *             "field": "employees",
                     *             "found_rows": 2,
                     *             "credits": 2
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What a run would find and cost; nothing is charged by an estimate. */
                        estimate: {
                            /**
                             * @description The credits that a run costs.
                             * @constant
                             */
                            credit_class: "enrichment";
                            /** @description What a run would cost now, over all fields: what to pass as `maxCredits`. */
                            estimated_max_credits: number;
                            /** @description The fields, in a fixed order. */
                            fields: ("website" | "employees" | "insured_persons" | "jobs" | "construction_permits" | "technologies" | "financials" | "observations")[];
                            /**
                             * Format: uuid
                             * @description Id of the List.
                             */
                            list_id: string;
                            /** @description The same for each field. */
                            per_field: {
                                /** @description Credits: one for each of those rows that has not this value yet. */
                                credits: number;
                                /**
                                 * @description The field.
                                 * @enum {string}
                                 */
                                field: "website" | "employees" | "insured_persons" | "jobs" | "construction_permits" | "technologies" | "financials" | "observations";
                                /** @description Rows for which a value is found. */
                                found_rows: number;
                            }[];
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    runEnrichment: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Without it the call is refused. */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": [
                 *         "website",
                 *         "employees"
                 *       ],
                 *       "execute": true,
                 *       "maxCredits": 100
                 *     }
                 */
                "application/json": {
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description `true` says that credits may be spent. */
                    execute?: boolean;
                    /** @description Fields to enrich, each at most once; each is priced and counted by itself. */
                    fields: ("website" | "employees" | "insured_persons" | "jobs" | "construction_permits" | "technologies" | "financials" | "observations")[];
                    /** @description The most that the call may cost, in whole credits; a call that would cost more is refused. */
                    maxCredits?: number;
                };
            };
        };
        responses: {
            /** @description The run and what it cost. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "run": {
                     *         "run_id": "01a20318-a930-7bec-8e3d-4d0279e2f2ed",
                     *         "fields": [
                     *           "website",
                     *           "employees"
                     *         ],
                     *         "status": "completed",
                     *         "found_count": 4,
                     *         "not_found_count": 2,
                     *         "unchanged_count": 0,
                     *         "per_field": [
                     *           {
                     *             "field": "website",
                     *             "credits": 2,
                     *             "found_rows": 2
                     *           },
                     *           {
                     *             "field": "employees",
                     *             "credits": 2,
                     *             "found_rows": 2
                     *           }
                     *         ],
                     *         "created_at": "2026-11-22T11:51:17.548Z"
                     *       },
                     *       "billing": {
                     *         "credit_class": "enrichment",
                     *         "credits_used": 4,
                     *         "max_credits": 100,
                     *         "deduplicated": false,
                     *         "dry_run": false,
                     *         "balance_after": 99996
                     *       }
                     *     }
                     */
                    "application/json": {
                        billing: components["schemas"]["Billing"];
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        run: components["schemas"]["EnrichmentRun"];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.execute_required.idempotency_key_required.invalid_query.invalid_request.max_credits_required"];
            401: components["responses"]["401.invalid_api_key"];
            402: components["responses"]["402.credit_balance_insufficient"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.max_credits_exceeded"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    exportList: {
        parameters: {
            query?: {
                /** @description Begin the file with a byte order mark, for spreadsheets that guess the encoding. */
                bom?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the file is, and what it is. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "path": "/api/service/lists/01a20318-a6e6-74a6-8d59-3a3631e1ece6/exports/59d943f1b3b491b4a0813b7e6a5b3e86df29e72cda7703786e1b93f436ff840b.csv",
                     *       "row_count": 3,
                     *       "sha256": "59d943f1b3b491b4a0813b7e6a5b3e86df29e72cda7703786e1b93f436ff840b",
                     *       "bytes": 1085,
                     *       "columns": [
                     *         "row_id",
                     *         "company_id",
                     *         "corporate_number",
                     *         "display_name",
                     *         "legal_name",
                     *         "status",
                     *         "superseded_by",
                     *         "listing_status",
                     *         "securities_code",
                     *         "market_segment",
                     *         "industry_33_code",
                     *         "prefecture",
                     *         "city",
                     *         "website",
                     *         "website_source",
                     *         "website_observed_at",
                     *         "employees",
                     *         "employees_source",
                     *         "employees_observed_at"
                     *       ],
                     *       "content_type": "text/csv; charset=utf-8",
                     *       "available_until": "2026-12-22T11:51:17.824Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description The path is good until then at least, for 30 days; and for as long as it is the latest export of the List.
                         */
                        available_until: string;
                        /** @description Length of the file. */
                        bytes: number;
                        /** @description Names of its columns, as in the header line. */
                        columns: string[];
                        /**
                         * @description How the file is sent.
                         * @constant
                         */
                        content_type: "text/csv; charset=utf-8";
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Path of the file, for GET with a key of the same account. The same content has the same path. */
                        path: string;
                        /** @description Rows of the file, its header line not counted. */
                        row_count: number;
                        /** @description SHA-256 of the bytes of the file, 64 hexadecimal digits. */
                        sha256: string;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.list_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            409: components["responses"]["409.preview_export_not_allowed.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.limited"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the file, as `path` of the export ends: 64 hexadecimal digits and `.csv`.
                 * @example 59d943f1b3b491b4a0813b7e6a5b3e86df29e72cda7703786e1b93f436ff840b.csv
                 */
                fileName: string;
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example row_id,company_id,corporate_number,display_name,legal_name,status,superseded_by,listing_status,securities_code,market_segment,industry_33_code,prefecture,city,website,website_source,website_observed_at,employees,employees_source,employees_observed_at
                     *     01a20318-a6eb-7124-91c9-80946c0fa23c,cn_6510101004743,6510101004743,ＣＯＮＳＵＬＴＩＮＧキャピタル,株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル,active,,listed,2959,prime,7050,東京都,豊島区,https://www.consulting-kyapitaru-3k-kakuu.co.jp/,gbizinfo,2026-05-17T03:00:00.000Z,62813,edinet,2026-05-17T03:00:00.000Z
                     *     01a20318-a6eb-73ae-b7dc-0825b44e465b,cn_5510101023810,5510101023810,岡本水産加工,株式会社岡本水産加工,active,,listed,7615,standard,3050,東京都,大田区,https://okamoto-suisankako-hv-kakuu.co.jp/,company_website,2026-06-19T03:00:00.000Z,5449,edinet,2026-06-19T03:00:00.000Z
                     *     01a20318-a6eb-73e7-b3bb-fb678994437b,cn_5510101036283,5510101036283,みどりケアサービス株式会社,みどりケアサービス株式会社,active,,unknown,,,,東京都,中央区,,,,,,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found.not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.preview_export_not_allowed"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    previewList: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Rows a page has at most; a page of large rows ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "list_preview",
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先",
                     *         "status": "active",
                     *         "schedule": "manual",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "manual",
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:16.956Z"
                     *       },
                     *       "rows": [
                     *         {
                     *           "row_id": "01a20318-a6eb-7124-91c9-80946c0fa23c",
                     *           "company_id": "cn_6510101004743",
                     *           "company": {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "6510101004743",
                     *             "securities_code": "2959",
                     *             "industry_33_code": "7050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "豊島区",
                     *             "website_url": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *             "employees": 62813,
                     *             "insured_persons": 70139
                     *           },
                     *           "enrichments": {},
                     *           "suppressed": false,
                     *           "excluded": false
                     *         }
                     *       ],
                     *       "companies": [
                     *         {
                     *           "row_id": "01a20318-a6eb-7124-91c9-80946c0fa23c",
                     *           "company_id": "cn_6510101004743",
                     *           "company": {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "6510101004743",
                     *             "securities_code": "2959",
                     *             "industry_33_code": "7050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "豊島区",
                     *             "website_url": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *             "employees": 62813,
                     *             "insured_persons": 70139
                     *           },
                     *           "enrichments": {},
                     *           "suppressed": false,
                     *           "excluded": false
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 1,
                     *         "returned": 1,
                     *         "has_more": true,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjoiMDFhMjAzMTgtYTZlYi03MTI0LTkxYzktODA5NDZjMGZhMjNjIn0sInQiOjE3OTUzNDgyNzd9.hrwuc6Yb9enrj4GcgA1vKoH5OO4edAHfJgM9ESIlQf4",
                     *         "returned_rows": 1,
                     *         "total_rows": 3,
                     *         "suppressed_rows": 0,
                     *         "excluded_rows": 0,
                     *         "publishable_rows": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The same as `rows`, under the name of older callers. */
                        companies: components["schemas"]["ListRow"][];
                        list: components["schemas"]["List"];
                        /** @description The page, and the rows of the whole List. */
                        meta: {
                            /** @description Of those, rows whose company is excluded. */
                            excluded_rows: number;
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Rows that are neither: what publishing now would keep. */
                            publishable_rows: number;
                            /** @description Items on this page. */
                            returned: number;
                            /** @description The same as `returned`. */
                            returned_rows: number;
                            /** @description Of those, rows whose company is suppressed. */
                            suppressed_rows: number;
                            /** @description Rows of the List. */
                            total_rows: number;
                        };
                        /**
                         * @description What this answer is.
                         * @constant
                         */
                        object: "list_preview";
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Rows in the order in which they were added. */
                        rows: components["schemas"]["ListRow"][];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    publishList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The List and its new snapshot. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先（関東）",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": "2026-11-22T21:00:00.000Z",
                     *         "no_next_run_because": null,
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": 1,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:18.389Z"
                     *       },
                     *       "snapshot": {
                     *         "version": 1,
                     *         "kind": "published",
                     *         "row_count": 3,
                     *         "created_at": "2026-11-22T11:51:18.389Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The List after the call. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        snapshot: components["schemas"]["ListSnapshot"];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    refreshList: {
        parameters: {
            query?: {
                /** @description Rows a page has at most; a page of large rows ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The new diff with its first rows. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先（関東）",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": "2026-11-22T21:00:00.000Z",
                     *         "no_next_run_because": null,
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": 1,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:18.389Z"
                     *       },
                     *       "diff": {
                     *         "diff_id": "01a20318-adae-713f-8fe0-87627e72f317",
                     *         "from_version": 1,
                     *         "to_version": 2,
                     *         "counts": {
                     *           "added": 0,
                     *           "removed": 0,
                     *           "changed": 1
                     *         },
                     *         "scheduled_for": null,
                     *         "created_at": "2026-11-22T11:51:18.674Z",
                     *         "rows": [
                     *           {
                     *             "diff_row_id": "01a20318-adb3-73ef-ba95-66a645a95a53",
                     *             "kind": "changed",
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "changes": [
                     *               {
                     *                 "after": "中央区",
                     *                 "field": "city",
                     *                 "before": "豊島区"
                     *               }
                     *             ],
                     *             "review": null,
                     *             "exclusion": null
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "limit": 100,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       },
                     *       "weak_conditions": []
                     *     }
                     */
                    "application/json": {
                        diff: components["schemas"]["ListDiffWithRows"];
                        list: components["schemas"]["List"];
                        /** @description The page of the rows. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Conditions whose result proves little: signals that few companies have, values that no company has, ids that are none, too broad a query, a text that was only compared with names and is no exact name (`text_compared_with_names`, which says how many rows have it in their names). With any of them a result without rows is refused rather than saved. */
                        weak_conditions: components["schemas"]["ListCondition"][];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.list_not_found.source_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            409: components["responses"]["409.list_state_conflict.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.list_conditions_not_materializable.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    setListSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": "weekly"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `daily`: at 06:00 in Asia/Tokyo; `weekly`: on Mondays at that time; `manual`: never by itself.
                     * @enum {string}
                     */
                    schedule: "manual" | "daily" | "weekly";
                };
            };
        };
        responses: {
            /** @description The List. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "not_published",
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:17.898Z"
                     *       },
                     *       "warnings": [
                     *         {
                     *           "code": "schedule_not_running",
                     *           "message": "The List has no published version yet: its schedule runs once it is published.",
                     *           "field": "schedule"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The List after the call. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description `schedule_not_running`: the schedule is kept and does not run yet; `list.no_next_run_because` has the reason. */
                        warnings: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of snapshots. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "version": 1,
                     *           "kind": "published",
                     *           "row_count": 3,
                     *           "created_at": "2026-11-22T11:51:18.389Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Snapshots of the List, newest first. */
                        items: components["schemas"]["ListSnapshot"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    setListStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The new status; any can follow any other.
                     * @enum {string}
                     */
                    status: "active" | "paused" | "archived";
                };
            };
        };
        responses: {
            /** @description The List. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先",
                     *         "status": "active",
                     *         "schedule": "weekly",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "not_published",
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:17.986Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The List after the call. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Rows a page has at most; a page of large rows ends earlier. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of suppressed companies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "company_id": "cn_6510101004743",
                     *           "reason": "取引終了",
                     *           "suppressed_at": "2026-11-22T11:51:19.103Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 100,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Suppressed companies, in the order of company_id. */
                        items: {
                            /**
                             * @description The company that is left out.
                             * @example cn_1180301018771
                             * @example tse_7203
                             */
                            company_id: string;
                            /** @description Why, as it was given; null when nobody said. */
                            reason: string | null;
                            /**
                             * Format: date-time
                             * @description Since when.
                             */
                            suppressed_at: string;
                        }[];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    changeSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         {
                 *           "company_id": "cn_6510101004743",
                 *           "reason": "取引終了"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Companies to suppress, whether or not they have a row. One that is suppressed takes the new reason.
                     * @default []
                     */
                    add?: {
                        /**
                         * @description A company, by its company_id or any other id it has ever had.
                         * @example cn_1180301018771
                         */
                        company_id: string;
                        /** @description Why, for people, 1 to 500 characters. */
                        reason?: string | null;
                    }[];
                    /**
                     * @description Companies to suppress no longer; others are passed over.
                     * @default []
                     */
                    remove?: string[];
                };
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "suppressions": {
                     *         "added": 1,
                     *         "removed": 0,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description What became of the change. */
                        suppressions: {
                            /** @description Companies of `add`, each counted once. */
                            added: number;
                            /** @description Companies that were suppressed and are no longer. */
                            removed: number;
                            /** @description Companies that the List suppresses now. */
                            total: number;
                        };
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.company_not_found.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    getWorkspacePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "workspace_preferences": {
                     *         "sort": {
                     *           "field": "employees",
                     *           "direction": "desc"
                     *         },
                     *         "columns": [
                     *           "display_name",
                     *           "employees"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description How a workspace shows the List; the service itself does not read it. Empty until it is set. */
                        workspace_preferences: {
                            /** @description Columns to show, in their order; names are the workspace’s own. */
                            columns?: string[];
                            /** @description Filters of the workspace; names and values are its own. */
                            filters?: {
                                [key: string]: unknown;
                            };
                            /** @description Notes for people, at most 10,000 characters. */
                            notes?: string;
                            /** @description How the rows are sorted. */
                            sort?: {
                                /**
                                 * @description Ascending or descending.
                                 * @enum {string}
                                 */
                                direction: "asc" | "desc";
                                /** @description What the rows are sorted by; the name is the workspace’s own. */
                                field: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    patchWorkspacePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `list_id` of the List.
                 * @example 01a20318-a6e6-74a6-8d59-3a3631e1ece6
                 */
                listId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         "display_name",
                 *         "employees"
                 *       ],
                 *       "sort": {
                 *         "field": "employees",
                 *         "direction": "desc"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description An array of names replaces the columns; null takes them away. */
                    columns?: unknown;
                    /** @description Filters to change; a filter that is null is taken away, null all. */
                    filters?: unknown;
                    /** @description A text replaces the notes; null takes them away. */
                    notes?: unknown;
                    /** @description Members of `{ field, direction }` to change; null takes the sort away. */
                    sort?: unknown;
                };
            };
        };
        responses: {
            /** @description The preferences after the patch. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *       "workspace_preferences": {
                     *         "sort": {
                     *           "field": "employees",
                     *           "direction": "desc"
                     *         },
                     *         "columns": [
                     *           "display_name",
                     *           "employees"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of the List.
                         */
                        list_id: string;
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description How a workspace shows the List; the service itself does not read it. Empty until it is set. */
                        workspace_preferences: {
                            /** @description Columns to show, in their order; names are the workspace’s own. */
                            columns?: string[];
                            /** @description Filters of the workspace; names and values are its own. */
                            filters?: {
                                [key: string]: unknown;
                            };
                            /** @description Notes for people, at most 10,000 characters. */
                            notes?: string;
                            /** @description How the rows are sorted. */
                            sort?: {
                                /**
                                 * @description Ascending or descending.
                                 * @enum {string}
                                 */
                                direction: "asc" | "desc";
                                /** @description What the rows are sorted by; the name is the workspace’s own. */
                                field: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    listCandidates: {
        parameters: {
            query: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /**
                 * @description `estimate.estimate_id` of the estimate.
                 * @example 01a20318-a5df-7fe2-aaf2-057bf314c462
                 */
                estimate_id: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "list_candidates",
                     *       "estimate": {
                     *         "estimate_id": "01a20318-a5df-7fe2-aaf2-057bf314c462",
                     *         "created_at": "2026-11-22T11:51:16.702Z",
                     *         "expires_at": "2026-11-23T11:51:16.702Z",
                     *         "row_count": 3,
                     *         "total_kind": "exact"
                     *       },
                     *       "companies": [
                     *         {
                     *           "company_id": "cn_6510101004743",
                     *           "company": {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "6510101004743",
                     *             "securities_code": "2959",
                     *             "industry_33_code": "7050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "豊島区",
                     *             "website_url": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *             "employees": 62813,
                     *             "insured_persons": 70139
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 1,
                     *         "returned": 1,
                     *         "has_more": true,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImZyb20iOjF9LCJ0IjoxNzk1MzQ4Mjc2fQ.7tkROQT_Lcpax-y3_uWz3VR2_BcQGVuq-NWgKxDGI4A",
                     *         "export_allowed": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Frozen members of the estimate, in their order. */
                        companies: {
                            company: components["schemas"]["CompanySummary"];
                            /**
                             * @description The company.
                             * @example cn_1180301018771
                             * @example tse_7203
                             */
                            company_id: string;
                        }[];
                        estimate: components["schemas"]["ListEstimate"];
                        /** @description The page. */
                        meta: {
                            /**
                             * @description A preview is not exported: materialize it first.
                             * @constant
                             */
                            export_allowed: false;
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description What this answer is.
                         * @constant
                         */
                        object: "list_candidates";
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.estimate_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.estimate_expired"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    estimateList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": {
                 *         "source_id": "01a20318-a288-7d84-8100-000086182b01"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Which companies: a company search, the matched rows of a source, given ids, or a financial query. */
                    definition: {
                        /** @description As in company search. */
                        filters?: components["schemas"]["CompanyFilters"] | null;
                        /**
                         * @description As in `resolved_definition`; need not be given.
                         * @constant
                         */
                        kind?: "query";
                        /** @description Take only the first so many companies, in the order given. Absent or null: all of them. */
                        limit?: number | null;
                        /** @description As in company search. Absent or null: by relevance with a query, else by name. */
                        order?: ("relevance" | "name" | "jobs" | "ai" | "construction" | "employees") | null;
                        /** @description Name, identifier, domain or short term, as in company search. This or a filter is needed. */
                        query?: string | null;
                    } | {
                        /**
                         * @description As in `resolved_definition`; need not be given.
                         * @constant
                         */
                        kind?: "source";
                        /**
                         * Format: uuid
                         * @description A source of the account; its matched rows become the rows, each company once.
                         */
                        source_id: string;
                    } | {
                        /** @description Companies by their ids, in the order of the rows, 1 to 10,000; repeated ones count once. */
                        company_ids: string[];
                        /**
                         * @description As in `resolved_definition`; need not be given.
                         * @constant
                         */
                        kind?: "company_ids";
                    } | {
                        /** @description Conditions on the companies themselves. */
                        filters?: components["schemas"]["CompanyFilters"] | null;
                        /** @description Conditions on figures; all of them must hold. */
                        financials: components["schemas"]["FinancialCondition"][];
                        /**
                         * @description `company_query.v1`; or `company_query`, as in `resolved_definition`.
                         * @enum {string}
                         */
                        kind: "company_query.v1" | "company_query";
                        /** @description Take only the first so many companies, in the order given. Absent or null: all of them. */
                        limit?: number | null;
                        /** @description An order of company search, or a metric, of which companies must have a value then; `name` unless given. */
                        sort?: (("name" | "jobs" | "ai" | "construction" | "employees") | {
                            /**
                             * @description `desc`: the largest first.
                             * @default desc
                             * @enum {string}
                             */
                            direction?: "asc" | "desc";
                            /**
                             * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
                             * @default latest
                             */
                            fiscal_year?: "latest" | number;
                            /**
                             * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
                             * @enum {string}
                             */
                            metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
                        }) | null;
                    };
                };
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "estimate": {
                     *         "estimate_id": "01a20318-a5df-7fe2-aaf2-057bf314c462",
                     *         "created_at": "2026-11-22T11:51:16.702Z",
                     *         "expires_at": "2026-11-23T11:51:16.702Z",
                     *         "row_count": 3,
                     *         "total_kind": "exact"
                     *       },
                     *       "resolved_definition": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "kind": "source"
                     *       },
                     *       "unsupported_conditions": [],
                     *       "weak_conditions": [],
                     *       "billing": {
                     *         "materialize": {
                     *           "credit_class": "basic",
                     *           "estimated_credits": 3
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Nothing is charged by an estimate. */
                        billing: {
                            /** @description What saving this estimate would cost. */
                            materialize: {
                                /**
                                 * @description The credits that saving costs.
                                 * @constant
                                 */
                                credit_class: "basic";
                                /** @description Credits for all rows: what to pass as `maxCredits`. Into a List that has some, fewer. */
                                estimated_credits: number;
                            };
                        };
                        estimate: components["schemas"]["ListEstimate"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description The definition as it was understood; to be checked before it is saved. It can be sent as `definition` again and means the same. */
                        resolved_definition: {
                            /**
                             * @description The matched rows of a source.
                             * @constant
                             */
                            kind: "source";
                            /**
                             * Format: uuid
                             * @description The source.
                             */
                            source_id: string;
                        } | {
                            /** @description The companies by their ids of now, each once; ids that name no company are left out. */
                            company_ids: string[];
                            /**
                             * @description Given companies.
                             * @constant
                             */
                            kind: "company_ids";
                        } | {
                            /** @description The filters that were applied; empty without any. */
                            filters: components["schemas"]["ShownCompanyFilters"];
                            /**
                             * @description A company search.
                             * @constant
                             */
                            kind: "query";
                            /** @description The limit; null for all. */
                            limit: number | null;
                            /**
                             * @description The order of the rows.
                             * @enum {string}
                             */
                            order: "relevance" | "name" | "jobs" | "ai" | "construction" | "employees";
                            /** @description The text that is searched for; null for filters alone. */
                            query: string | null;
                        } | {
                            /** @description The filters that were applied; empty without any. */
                            filters: components["schemas"]["ShownCompanyFilters"];
                            /** @description Conditions on figures, as given. */
                            financials: {
                                /**
                                 * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
                                 * @default latest
                                 */
                                fiscal_year: "latest" | number;
                                /**
                                 * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
                                 * @enum {string}
                                 */
                                metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
                                /**
                                 * @description At least, at most, or between; bounds are included.
                                 * @enum {string}
                                 */
                                op: "gte" | "lte" | "between";
                                /**
                                 * @description Of the value; `yen` unless given. Left out for `equity_ratio`.
                                 * @enum {string}
                                 */
                                unit?: "yen" | "thousand_yen" | "million_yen";
                                /** @description One number; for `between` the lower and the upper. */
                                value: number | number[];
                            }[];
                            /**
                             * @description A financial query.
                             * @constant
                             */
                            kind: "company_query";
                            /** @description The limit; null for all. */
                            limit: number | null;
                            /** @description The order, as given; absent or null: by name. */
                            sort?: (("name" | "jobs" | "ai" | "construction" | "employees") | {
                                /**
                                 * @description `desc`: the largest first.
                                 * @default desc
                                 * @enum {string}
                                 */
                                direction: "asc" | "desc";
                                /**
                                 * @description The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025. Or `latest`: the newest year of each company and metric.
                                 * @default latest
                                 */
                                fiscal_year: "latest" | number;
                                /**
                                 * @description A figure of a fiscal year: in yen, but `equity_ratio`, a ratio.
                                 * @enum {string}
                                 */
                                metric: "revenue" | "ordinary_income" | "net_income" | "total_assets" | "net_assets" | "equity_ratio" | "capital";
                            }) | null;
                        };
                        /** @description Conditions that are not applied. With any of them the estimate is never saved. */
                        unsupported_conditions: components["schemas"]["ListCondition"][];
                        /** @description Conditions whose result proves little: signals that few companies have, values that no company has, ids that are none, too broad a query, a text that was only compared with names and is no exact name (`text_compared_with_names`, which says how many rows have it in their names). With any of them a result without rows is refused rather than saved. */
                        weak_conditions: components["schemas"]["ListCondition"][];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            404: components["responses"]["404.source_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    materializeList: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Without it the call is refused. */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "estimate_id": "01a20318-a5df-7fe2-aaf2-057bf314c462",
                 *       "name": "取引先",
                 *       "execute": true,
                 *       "maxCredits": 3
                 *     }
                 */
                "application/json": {
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description `estimate.estimate_id` of the estimate that is saved. */
                    estimate_id: string;
                    /** @description `true` says that credits may be spent. */
                    execute?: boolean;
                    /** @description Add the rows that this List lacks, and pay for those alone, instead of making a List. */
                    list_id?: string;
                    /** @description The most that the call may cost, in whole credits; a call that would cost more is refused. */
                    maxCredits?: number;
                    /** @description Name of the new List, 1 to 200 characters. Required without `list_id`, without effect with it. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description What was saved and charged. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "list": {
                     *         "list_id": "01a20318-a6e6-74a6-8d59-3a3631e1ece6",
                     *         "name": "取引先",
                     *         "status": "active",
                     *         "schedule": "manual",
                     *         "next_run_at": null,
                     *         "no_next_run_because": "manual",
                     *         "row_count": 3,
                     *         "source": {
                     *           "kind": "source",
                     *           "id": "01a20318-a288-7d84-8100-000086182b01"
                     *         },
                     *         "published_version": null,
                     *         "created_at": "2026-11-22T11:51:16.956Z",
                     *         "updated_at": "2026-11-22T11:51:16.956Z"
                     *       },
                     *       "saved_rows": 3,
                     *       "already_saved_rows": 0,
                     *       "billing": {
                     *         "credit_class": "basic",
                     *         "credits_used": 3,
                     *         "max_credits": 3,
                     *         "deduplicated": false,
                     *         "dry_run": false,
                     *         "balance_after": 99983
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Rows of the estimate that the List had already; free. */
                        already_saved_rows: number;
                        billing: components["schemas"]["Billing"];
                        /** @description The List that the rows are in. */
                        list: components["schemas"]["List"];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Rows that were added and charged. */
                        saved_rows: number;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.execute_required.idempotency_key_required.invalid_query.invalid_request.max_credits_required"];
            401: components["responses"]["401.invalid_api_key"];
            402: components["responses"]["402.credit_balance_insufficient"];
            404: components["responses"]["404.estimate_not_found.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.estimate_expired.idempotency_key_in_use.list_state_conflict"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.list_conditions_not_materializable.max_credits_exceeded"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    searchObservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "query": "",
                 *       "filters": {
                 *         "technologies": [
                 *           "generative_ai"
                 *         ]
                 *       },
                 *       "limit": 1,
                 *       "observations_per_company": 1
                 *     }
                 */
                "application/json": {
                    /** @description Conditions; all of them must hold, and of a list one value must. An empty list is no condition, but for `company_ids`: of no company there is nothing. */
                    filters?: {
                        /** @description Only these companies, each by any id it has ever had. */
                        company_ids?: string[];
                        /** @description true: only companies with a known website; false: only those without. */
                        has_website?: boolean | null;
                        /** @description Only companies of these sectors of the exchange (33): code or label. */
                        industries?: string[];
                        /** @description Only companies of these market segments: key or label. */
                        market_segments?: string[];
                        /** @description Only observations of these subtypes. */
                        observation_subtypes?: string[];
                        /** @description Only observations of these types, such as `corporate_profile`. */
                        observation_types?: string[];
                        /** @description Only observations from these sources. */
                        sources?: ("corporate_registry" | "edinet" | "gbizinfo" | "company_website" | "job_posting" | "construction_permit" | "exchange")[];
                        /** @description Only companies that use one of these technologies. `generative_ai`, `genai`, `llm` and `ai_agent` are themes instead: they are searched as phrases in the evidence of `edinet`, also without a query. */
                        technologies?: string[];
                        /** @description Only companies with a website of one of these domains. */
                        website_domains?: string[];
                    } | null;
                    /**
                     * @description Companies answered at most.
                     * @default 20
                     */
                    limit?: number;
                    /**
                     * @description Observations shown of a company at most.
                     * @default 3
                     */
                    observations_per_company?: number;
                    /** @description Words, separated by white space, at most 32; every one must match the summary, type, subtype, source or evidence of the observation, or the name, industry, market segment or website of its company. Needed unless a theme is among the technologies. */
                    query?: string | null;
                    /**
                     * @description Matching observations read at most, the best first; API keys read 5,000 whatever is asked beyond. `meta.scan_limit` has the number that was applied.
                     * @default 5000
                     */
                    scan_limit?: number;
                };
            };
        };
        responses: {
            /** @description What was found, by company. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "observation_search",
                     *       "status": "ready",
                     *       "results": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_1510101009482",
                     *             "display_name": "ビルド・データ",
                     *             "legal_name": "株式会社ビルド・データ",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "industry_33_code": "5250",
                     *             "corporate_number": "1510101009482",
                     *             "status": "active"
                     *           },
                     *           "matched_observations": [
                     *             {
                     *               "observation_id": "generated:cn_1510101009482:1",
                     *               "type": "corporate_profile",
                     *               "subtype": "annual_report",
                     *               "source": "edinet",
                     *               "summary": "2025年度の有価証券報告書：生成AIを活用した問い合わせ対応の自動化を進め、業務時間の削減に取り組んでおります。",
                     *               "evidence": {
                     *                 "text": "データ分析基盤の構築、ウェブサイトとアプリの制作を主な事業とし、製造業のお客様に提供しています。生成AIを活用した問い合わせ対応の自動化を進め、業務時間の削減に取り組んでおります。",
                     *                 "section": "経営方針、経営環境及び対処すべき課題等",
                     *                 "document": "有価証券報告書",
                     *                 "edinet_code": "E90003",
                     *                 "fiscal_year": 2025,
                     *                 "securities_code": "6273"
                     *               },
                     *               "confidence": 0.95,
                     *               "observed_at": "2026-07-04T03:00:00.000Z",
                     *               "match_relevance": 1
                     *             }
                     *           ],
                     *           "score": {
                     *             "matched_observation_count": 1,
                     *             "max_confidence": 0.95,
                     *             "max_relevance": 1
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "meta": {
                     *         "returned_companies": 1,
                     *         "matched_companies": 8,
                     *         "matched_observations": 8,
                     *         "scan_limit": 5000,
                     *         "scan_limit_requested": null,
                     *         "technology_aliases": {
                     *           "applied": true,
                     *           "aliased": [
                     *             {
                     *               "input": "generative_ai",
                     *               "query": "生成AI OR 生成系AI OR 生成型AI OR ジェネレーティブAI OR Generative AI OR GenAI OR ChatGPT OR 大規模言語モデル OR LLM"
                     *             }
                     *           ],
                     *           "effective_query": "(生成AI OR 生成系AI OR 生成型AI OR ジェネレーティブAI OR Generative AI OR GenAI OR ChatGPT OR 大規模言語モデル OR LLM)",
                     *           "passthrough": []
                     *         },
                     *         "source_search": [
                     *           {
                     *             "source": "corporate_registry",
                     *             "searched": false,
                     *             "scanned": 0,
                     *             "matched": 0,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           },
                     *           {
                     *             "source": "edinet",
                     *             "searched": true,
                     *             "scanned": 8,
                     *             "matched": 8,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           },
                     *           {
                     *             "source": "gbizinfo",
                     *             "searched": false,
                     *             "scanned": 0,
                     *             "matched": 0,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           },
                     *           {
                     *             "source": "company_website",
                     *             "searched": false,
                     *             "scanned": 0,
                     *             "matched": 0,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           },
                     *           {
                     *             "source": "job_posting",
                     *             "searched": false,
                     *             "scanned": 0,
                     *             "matched": 0,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           },
                     *           {
                     *             "source": "construction_permit",
                     *             "searched": false,
                     *             "scanned": 0,
                     *             "matched": 0,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           },
                     *           {
                     *             "source": "exchange",
                     *             "searched": false,
                     *             "scanned": 0,
                     *             "matched": 0,
                     *             "matched_kind": "exact",
                     *             "truncated": false
                     *           }
                     *         ],
                     *         "coverage_warnings": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What was searched, and how far. */
                        meta: {
                            /** @description How far the data reaches that the conditions and the order rest on. */
                            coverage_warnings: components["schemas"]["CoverageWarning"][];
                            /** @description Companies that the observations read are about. */
                            matched_companies: number;
                            /** @description Matching observations that were read. */
                            matched_observations: number;
                            /** @description Companies in `results`. */
                            returned_companies: number;
                            /** @description Matching observations that could be read at most, as the server applied it. */
                            scan_limit: number;
                            /** @description The `scan_limit` that the request sent; null when it sent none. */
                            scan_limit_requested: number | null;
                            /** @description What was read of each source. */
                            source_search: components["schemas"]["SourceSearch"][];
                            technology_aliases: components["schemas"]["TechnologyAliases"];
                        };
                        /**
                         * @description What the answer is.
                         * @constant
                         */
                        object: "observation_search";
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description One entry for each company, by best relevance, then by how many of its observations match. */
                        results: components["schemas"]["ObservationSearchResult"][];
                        /**
                         * @description The search is done.
                         * @constant
                         */
                        status: "ready";
                        /** @description What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `words_not_found`, `filters_exclude_matches`, `filter_value_unknown`, `unsupported_conditions`, `scan_truncated`, `technology_alias_not_applied`, `warnings_truncated`. */
                        warnings: components["schemas"]["Warning"][];
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.edinet_evidence_query_failed.internal_error.observation_query_failed.limited"];
            503: components["responses"]["503.database_unavailable.limited"];
        };
    };
    listResearch: {
        parameters: {
            query?: {
                /** @description Only items of this company, named by its company_id or any id it has ever had. */
                company_id?: string;
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
                /** @description Only items that belong to this List. */
                list_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "research_item_id": "01a20318-9eb4-709f-9806-52691ae449aa",
                     *           "company_id": "cn_6510101004743",
                     *           "list_id": null,
                     *           "source_type": "web_search",
                     *           "promotion_status": "session_only",
                     *           "title": "新工場の稼働開始",
                     *           "content_markdown": "# 新工場\n\n会社は2026年10月に新工場の稼働を始めたと発表した。",
                     *           "source_url": "https://www.example.co.jp/news/2026/10/01.html",
                     *           "dedupe_key": "news-2026-10-01",
                     *           "confidence": 0.8,
                     *           "evidence": null,
                     *           "producer": null,
                     *           "structured_payload": null,
                     *           "observed_at": "2026-10-01T00:00:00.000Z",
                     *           "fetched_at": "2026-11-22T11:51:14.851Z",
                     *           "created_at": "2026-11-22T11:51:14.856Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "account_id": "01a20318-9773-7257-805d-23fa7ef5ff19",
                     *         "auth_mode": "api_key",
                     *         "company_id": "cn_6510101004743",
                     *         "list_id": null,
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Items, the newest first. */
                        items: components["schemas"]["ResearchItem"][];
                        /** @description Whose items they are, and the page. */
                        meta: {
                            /**
                             * Format: uuid
                             * @description The account of the API key.
                             */
                            account_id: string;
                            /**
                             * @description How the request was authenticated.
                             * @constant
                             */
                            auth_mode: "api_key";
                            /** @description The company that was named, by the id that goes today; null when none was. */
                            company_id: string | null;
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description The List that was named; null when none was. */
                            list_id: string | null;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.company_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    estimateResearch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "companyId": "cn_6510101004743",
                 *       "sourceType": "web_search",
                 *       "resultCount": 3,
                 *       "pageCount": 1
                 *     }
                 */
                "application/json": {
                    /** @description The company that the item is about, by its company_id or any id it has ever had. */
                    companyId?: string | null;
                    /** @description What the work is called; no part of the price. */
                    job?: string | null;
                    /** @description The List that the work is done for; no part of the price. */
                    listId?: string | null;
                    /** @description Pages that were read; unless given, as many as the results or sources come to. */
                    pageCount?: number | null;
                    /** @description Search results that were looked at; 10 unless given. */
                    resultCount?: number | null;
                    /** @description Sources that were read; 1 unless given. */
                    sourceCount?: number | null;
                    /** @description How it is to be found out; `web_search` unless given. */
                    sourceType?: ("crawler" | "web_search" | "deep_search" | "pdf_extract" | "manual") | null;
                };
            };
        };
        responses: {
            /** @description The price and how it is made up. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "estimate": {
                     *         "job": null,
                     *         "source_type": "web_search",
                     *         "result_count": 3,
                     *         "source_count": 1,
                     *         "page_count": 1,
                     *         "credit_class": "basic",
                     *         "estimated_credits": 1,
                     *         "price": {
                     *           "base_credits": 0,
                     *           "credits_per_page": 1,
                     *           "charged_pages": 1
                     *         }
                     *       },
                     *       "meta": {
                     *         "account_id": "01a20318-9773-7257-805d-23fa7ef5ff19",
                     *         "auth_mode": "api_key",
                     *         "company_id": "cn_6510101004743",
                     *         "list_id": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        estimate: components["schemas"]["ResearchEstimate"];
                        /** @description Whose estimate it is, and of what. */
                        meta: {
                            /**
                             * Format: uuid
                             * @description The account of the API key.
                             */
                            account_id: string;
                            /**
                             * @description How the request was authenticated.
                             * @constant
                             */
                            auth_mode: "api_key";
                            /** @description The company that was named, by the id that goes today; null when none was. */
                            company_id: string | null;
                            /** @description The List that was named; null when none was. */
                            list_id: string | null;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.company_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    storeResearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Optional here. */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "companyId": "cn_6510101004743",
                 *       "sourceType": "web_search",
                 *       "title": "新工場の稼働開始",
                 *       "contentMarkdown": "# 新工場\n\n会社は2026年10月に新工場の稼働を始めたと発表した。",
                 *       "sourceUrl": "https://www.example.co.jp/news/2026/10/01.html",
                 *       "dedupeKey": "news-2026-10-01",
                 *       "confidence": 0.8,
                 *       "observedAt": "2026-10-01T09:00:00+09:00",
                 *       "estimate": {
                 *         "resultCount": 3,
                 *         "pageCount": 1
                 *       },
                 *       "maxCredits": 10
                 *     }
                 */
                "application/json": {
                    /** @description The company, by its company_id or any id it has ever had. */
                    companyId: string;
                    /** @description How sure the caller is, 0 to 1. */
                    confidence?: number | null;
                    /** @description The note itself, as Markdown; kept as the text it is. */
                    contentMarkdown?: string | null;
                    /** @description A second item of the company under this key is not stored: the first one is answered, for nothing. */
                    dedupeKey?: string | null;
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description What the price is made from, as it was given to the estimate. */
                    estimate?: {
                        /** @description As in the item. */
                        companyId?: string | null;
                        /** @description What the work is called; no part of the price. */
                        job?: string | null;
                        /** @description As in the item. */
                        listId?: string | null;
                        /** @description Pages that were read; unless given, as many as the results or sources come to. */
                        pageCount?: number | null;
                        /** @description Search results that were looked at; 10 unless given. */
                        resultCount?: number | null;
                        /** @description Sources that were read; 1 unless given. */
                        sourceCount?: number | null;
                        /** @description As in the item. */
                        sourceType?: ("crawler" | "web_search" | "deep_search" | "pdf_extract" | "manual") | null;
                    } | null;
                    /** @description What it rests on. An object with any keys: at most 65536 characters as JSON, at most 20 levels. */
                    evidence?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description `true` says that credits may be spent. */
                    execute?: boolean;
                    /** @description When it was fetched; the time of the call unless given. */
                    fetchedAt?: string | null;
                    /** @description A List of the account that the item belongs to. */
                    listId?: string | null;
                    /** @description The most that the call may cost, in whole credits; a call that would cost more is refused. */
                    maxCredits?: number;
                    /** @description When the facts held. */
                    observedAt?: string | null;
                    /** @description Who or what made it. An object with any keys: at most 65536 characters as JSON, at most 20 levels. */
                    producer?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description The caller's own mark; `session_only` unless given. The service promotes nothing by itself. */
                    promotionStatus?: ("session_only" | "reusable" | "canonical_candidate" | "promoted") | null;
                    /**
                     * @description How it was found out.
                     * @enum {string}
                     */
                    sourceType: "crawler" | "web_search" | "deep_search" | "pdf_extract" | "manual";
                    /** @description The public address it comes from, beginning with `http://` or `https://`; any other is refused. */
                    sourceUrl?: string | null;
                    /** @description The note as values. An object with any keys: at most 65536 characters as JSON, at most 20 levels. */
                    structuredPayload?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description A title for people. */
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description The item, and what it cost. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "created": true,
                     *       "item": {
                     *         "research_item_id": "01a20318-9eb4-709f-9806-52691ae449aa",
                     *         "company_id": "cn_6510101004743",
                     *         "list_id": null,
                     *         "source_type": "web_search",
                     *         "promotion_status": "session_only",
                     *         "title": "新工場の稼働開始",
                     *         "content_markdown": "# 新工場\n\n会社は2026年10月に新工場の稼働を始めたと発表した。",
                     *         "source_url": "https://www.example.co.jp/news/2026/10/01.html",
                     *         "dedupe_key": "news-2026-10-01",
                     *         "confidence": 0.8,
                     *         "evidence": null,
                     *         "producer": null,
                     *         "structured_payload": null,
                     *         "observed_at": "2026-10-01T00:00:00.000Z",
                     *         "fetched_at": "2026-11-22T11:51:14.851Z",
                     *         "created_at": "2026-11-22T11:51:14.856Z"
                     *       },
                     *       "estimate": {
                     *         "job": null,
                     *         "source_type": "web_search",
                     *         "result_count": 3,
                     *         "source_count": 1,
                     *         "page_count": 1,
                     *         "credit_class": "basic",
                     *         "estimated_credits": 1,
                     *         "price": {
                     *           "base_credits": 0,
                     *           "credits_per_page": 1,
                     *           "charged_pages": 1
                     *         }
                     *       },
                     *       "credit_event": {
                     *         "entry_id": "01a20318-9eb9-7a9e-8ca2-1b4aee724072",
                     *         "class": "basic",
                     *         "kind": "charge",
                     *         "amount": -1,
                     *         "balance_after": 99999,
                     *         "operation": "research.external.fetch",
                     *         "subject": {
                     *           "type": "research_item",
                     *           "id": "01a20318-9eb4-709f-9806-52691ae449aa"
                     *         },
                     *         "idempotency_key": "research-2026-11-21-1",
                     *         "reverses": null,
                     *         "created_at": "2026-11-22T11:51:14.873Z"
                     *       },
                     *       "billing": {
                     *         "credit_class": "basic",
                     *         "credits_used": 1,
                     *         "max_credits": 10,
                     *         "deduplicated": false,
                     *         "dry_run": false,
                     *         "balance_after": 99999
                     *       },
                     *       "meta": {
                     *         "account_id": "01a20318-9773-7257-805d-23fa7ef5ff19",
                     *         "auth_mode": "api_key",
                     *         "company_id": "cn_6510101004743",
                     *         "list_id": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        billing: components["schemas"]["Billing"];
                        /** @description Whether the item was stored; false when one was there under its dedupeKey. */
                        created: boolean;
                        /** @description The ledger entry of the charge; null when nothing was charged. */
                        credit_event: components["schemas"]["LedgerEntry"] | null;
                        estimate: components["schemas"]["ResearchEstimate"];
                        /** @description The item, or the one that was there. */
                        item: components["schemas"]["ResearchItem"];
                        /** @description Whose item it is, and of what. */
                        meta: {
                            /**
                             * Format: uuid
                             * @description The account of the API key.
                             */
                            account_id: string;
                            /**
                             * @description How the request was authenticated.
                             * @constant
                             */
                            auth_mode: "api_key";
                            /**
                             * @description The company of the item.
                             * @example cn_1180301018771
                             * @example tse_7203
                             */
                            company_id: string;
                            /** @description The List that was named; null when none was. */
                            list_id: string | null;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            402: components["responses"]["402.credit_balance_insufficient"];
            404: components["responses"]["404.company_not_found.list_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.idempotency_key_reused.max_credits_exceeded.research_content_rejected"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    resolveCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identifier_type": "securities_code",
                 *       "identifier": "2959"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @description Resolve a name, code or domain as it was on that day; today unless given.
                     */
                    as_of?: string;
                    /**
                     * @description The identifier, as people write it: full-width characters, spaces, hyphens, a URL for its domain, and the five-character form of a securities code are understood.
                     * @example 7203
                     * @example T1180301018771
                     * @example https://www.toyota.co.jp/
                     * @example トヨタ自動車株式会社
                     */
                    identifier: string;
                    /**
                     * @description What kind of identifier it is.
                     * @enum {string}
                     */
                    identifier_type: "company_id" | "securities_code" | "corporate_number" | "domain" | "edinet_code" | "invoice_number" | "name";
                };
            };
        };
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "data": {
                     *         "status": "resolved",
                     *         "company_id": "cn_6510101004743",
                     *         "candidates": [
                     *           {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "prefecture": "東京都",
                     *             "city": "豊島区",
                     *             "listing_status": "listed",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "matched_by": [
                     *               {
                     *                 "stage": "identifier",
                     *                 "field": "securities_code",
                     *                 "value": "2959",
                     *                 "rule": "identifier",
                     *                 "strength": "exact"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "candidate_count": 1,
                     *         "superseded_by": null
                     *       },
                     *       "gaps": [],
                     *       "error": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Resolution"];
                        /** @description Always null; failures have the envelope of errors. */
                        error: null;
                        /** @description What is missing or to be known. Of the identifier: `identifier_unknown`, `identifier_empty`, `identifier_malformed`, `identifier_check_digit_invalid`, `identifier_not_identifying`. Of an invoice number: `invoice_registration_unknown` (it was made from the corporate number). Of candidates: `another_identifier_needed`, `confirmation_needed` (one is likely, and no rule settles it), `candidates_truncated` (there may be more than are listed). Of `as_of`: `validity_unknown` (no source says since when the company has had the identifier), `as_of_in_future`. Of the company: `company_closed`, `company_merged`, `company_removed`. */
                        gaps: components["schemas"]["Gap"][];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    resolveCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "key": "1",
                 *           "identifier_type": "securities_code",
                 *           "identifier": "2959"
                 *         },
                 *         {
                 *           "key": "2",
                 *           "identifier_type": "corporate_number",
                 *           "identifier": "1234567890123"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Each is a search of its own for the quota. */
                    items: components["schemas"]["ResolveItem"][];
                };
            };
        };
        responses: {
            /** @description An outcome for each item. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "key": "1",
                     *           "data": {
                     *             "status": "resolved",
                     *             "company_id": "cn_6510101004743",
                     *             "candidates": [
                     *               {
                     *                 "company_id": "cn_6510101004743",
                     *                 "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "prefecture": "東京都",
                     *                 "city": "豊島区",
                     *                 "listing_status": "listed",
                     *                 "status": "active",
                     *                 "superseded_by": null,
                     *                 "matched_by": [
                     *                   {
                     *                     "stage": "identifier",
                     *                     "field": "securities_code",
                     *                     "value": "2959",
                     *                     "rule": "identifier",
                     *                     "strength": "exact"
                     *                   }
                     *                 ]
                     *               }
                     *             ],
                     *             "candidate_count": 1,
                     *             "superseded_by": null
                     *           },
                     *           "gaps": [],
                     *           "error": null
                     *         },
                     *         {
                     *           "key": "2",
                     *           "data": {
                     *             "status": "not_found",
                     *             "company_id": null,
                     *             "candidates": [],
                     *             "candidate_count": 0,
                     *             "superseded_by": null
                     *           },
                     *           "gaps": [
                     *             {
                     *               "code": "identifier_check_digit_invalid",
                     *               "message": "The check digit of 1234567890123 is wrong: one of its 13 digits is mistyped.",
                     *               "field": "identifier"
                     *             }
                     *           ],
                     *           "error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description In the order of the request. */
                        items: components["schemas"]["ResolvedItem"][];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    searchCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "listing_status": [
                 *           "listed"
                 *         ],
                 *         "prefecture": [
                 *           "東京都"
                 *         ]
                 *       },
                 *       "order": "employees",
                 *       "limit": 2,
                 *       "facets": [
                 *         "size"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description `meta.next_cursor` of the page before, unchanged, with the same conditions and order. Good for 24 hours. */
                    cursor?: string | null;
                    /** @description Also count the companies by the values of these fields. */
                    facets?: ("prefecture" | "industry_33_code" | "market_segment" | "listing_status" | "size")[];
                    /** @description Conditions beside the query. */
                    filters?: components["schemas"]["CompanyFilters"] | null;
                    /**
                     * @description Companies on a page at most.
                     * @default 20
                     */
                    limit?: number;
                    /** @description Companies to leave out before the page. Not together with `cursor`; 0 unless given. */
                    offset?: number;
                    /** @description By relevance with a query, by `name` without, unless given. `name`: by reading in kana (names written in kana are their own); companies whose reading no source states follow after all of them, by name as written. `jobs`, `ai`, `construction`: by current openings, AI-related openings or valid permits, the most first. `employees`: by headcount, the largest first. Ties end on `name`, then `company_id`. */
                    order?: ("name" | "jobs" | "ai" | "construction" | "employees") | null;
                    /**
                     * @description For older callers: execution is always deterministic, and the other two are answered with the warning `planner_mode_deprecated`.
                     * @enum {string}
                     */
                    planner_mode?: "auto" | "llm" | "deterministic";
                    /**
                     * @description A name, company_id, securities code, corporate number, EDINET code, invoice number or domain, as people write it. Nothing is read out of it: places, industries and sizes belong in `filters`. Without it the search is a browse by filters.
                     * @example トヨタ自動車
                     * @example 7203
                     * @example toyota.co.jp
                     */
                    query?: string | null;
                };
            };
        };
        responses: {
            /** @description A page of companies. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "object": "company_search",
                     *       "status": "ready",
                     *       "companies": [
                     *         {
                     *           "company": {
                     *             "company_id": "cn_6510101004743",
                     *             "display_name": "ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "legal_name": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "listing_status": "listed",
                     *             "market_segment": "prime",
                     *             "corporate_number": "6510101004743",
                     *             "securities_code": "2959",
                     *             "industry_33_code": "7050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "豊島区"
                     *           },
                     *           "profile": {
                     *             "website_domain": "consulting-kyapitaru-3k-kakuu.co.jp",
                     *             "website_url": "https://www.consulting-kyapitaru-3k-kakuu.co.jp/",
                     *             "latest_observed_at": "2026-08-11T03:00:00.000Z",
                     *             "observation_counts": {
                     *               "total": 4,
                     *               "by_type": {
                     *                 "certification": 1,
                     *                 "registry_change": 1,
                     *                 "corporate_profile": 2
                     *               }
                     *             },
                     *             "technologies": [],
                     *             "employees": 62813,
                     *             "insured_persons": 70139
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0,
                     *             "rule": null,
                     *             "matched_by": []
                     *           },
                     *           "source_context": null
                     *         },
                     *         {
                     *           "company": {
                     *             "company_id": "cn_5510101023810",
                     *             "display_name": "岡本水産加工",
                     *             "legal_name": "株式会社岡本水産加工",
                     *             "listing_status": "listed",
                     *             "market_segment": "standard",
                     *             "corporate_number": "5510101023810",
                     *             "securities_code": "7615",
                     *             "industry_33_code": "3050",
                     *             "kind": "kabushiki",
                     *             "status": "active",
                     *             "superseded_by": null,
                     *             "prefecture": "東京都",
                     *             "city": "大田区"
                     *           },
                     *           "profile": {
                     *             "website_domain": "okamoto-suisankako-hv-kakuu.co.jp",
                     *             "website_url": "https://okamoto-suisankako-hv-kakuu.co.jp/",
                     *             "latest_observed_at": "2026-07-04T03:00:00.000Z",
                     *             "observation_counts": {
                     *               "total": 4,
                     *               "by_type": {
                     *                 "procurement": 1,
                     *                 "corporate_profile": 3
                     *               }
                     *             },
                     *             "technologies": [
                     *               {
                     *                 "key": "computer_vision",
                     *                 "source": "job_posting",
                     *                 "observed_at": "2025-08-30T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "drone",
                     *                 "source": "job_posting",
                     *                 "observed_at": "2025-08-23T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "kubernetes",
                     *                 "source": "job_posting",
                     *                 "observed_at": "2025-10-15T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "redis",
                     *                 "source": "job_posting",
                     *                 "observed_at": "2025-10-19T03:00:00.000Z"
                     *               },
                     *               {
                     *                 "key": "ruby",
                     *                 "source": "job_posting",
                     *                 "observed_at": "2025-11-17T03:00:00.000Z"
                     *               }
                     *             ],
                     *             "employees": 5449,
                     *             "insured_persons": 4004
                     *           },
                     *           "query_match": {
                     *             "identifier_matched": false,
                     *             "relevance": 0,
                     *             "rule": null,
                     *             "matched_by": []
                     *           },
                     *           "source_context": {
                     *             "jobs": {
                     *               "open_count": 5,
                     *               "ai_count": 0,
                     *               "latest_opened_at": "2026-11-19"
                     *             },
                     *             "construction": null
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "facets": {
                     *         "size": [
                     *           {
                     *             "value": "300-999",
                     *             "label": "300-999人",
                     *             "count": 1
                     *           },
                     *           {
                     *             "value": "1000+",
                     *             "label": "1000人以上",
                     *             "count": 4
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "query": null,
                     *         "returned_companies": 2,
                     *         "matched_companies": 5,
                     *         "total_kind": "exact",
                     *         "total_count_source": "exact_count",
                     *         "has_more": true,
                     *         "coverage_warnings": [
                     *           {
                     *             "code": "employees_weak",
                     *             "signal": "employees",
                     *             "state": "weak",
                     *             "message": "14 % of the loaded companies have a value for the signal \"employees\"; companies without one stand last."
                     *           }
                     *         ],
                     *         "limit": 2,
                     *         "next_cursor": "eyJ2IjoxLCJjIjp7ImFmdGVyIjpbNTQ0OSwi44Kq44Kr44Oi44OI44K544Kk44K144Oz44Kr44Kz44KmIiwiY25fNTUxMDEwMTAyMzgxMCJdLCJ0b2RheSI6IjIwMjYtMTEtMjIifSwidCI6MTc5NTM0ODI3M30.ozspbSqeIrW4ldJDdSB1FiA3TvhIjaK-pZ2nrCAsWsc",
                     *         "pagination_supported": true,
                     *         "more_results_exist": true,
                     *         "results_truncated": false
                     *       },
                     *       "planner": {
                     *         "mode": "deterministic"
                     *       },
                     *       "planner_runs": []
                     *     }
                     */
                    "application/json": components["schemas"]["CompanySearchAnswer"];
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.max_employees_unsupported_on_this_path.limited"];
            429: components["responses"]["429.daily_search_quota_exceeded.monthly_search_quota_exceeded.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Items a page has at most; a page of large items ends earlier. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sources. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "items": [
                     *         {
                     *           "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *           "name": "取引先",
                     *           "original_filename": "取引先.csv",
                     *           "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *           "status": "imported",
                     *           "row_count": 4,
                     *           "headers": [
                     *             "会社名",
                     *             "法人番号"
                     *           ],
                     *           "detected_identifier_columns": [
                     *             {
                     *               "field": "corporate_number",
                     *               "header": "法人番号",
                     *               "confidence": 1,
                     *               "valid_ratio": 1,
                     *               "sample_values": [
                     *                 "6510101004743",
                     *                 "5510101023810"
                     *               ]
                     *             },
                     *             {
                     *               "field": "name",
                     *               "header": "会社名",
                     *               "confidence": 1,
                     *               "valid_ratio": 1,
                     *               "sample_values": [
                     *                 "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *                 "株式会社岡本水産加工",
                     *                 "みどりケアサービス株式会社"
                     *               ]
                     *             }
                     *           ],
                     *           "mapping": null,
                     *           "resolve_summary": {
                     *             "matched": 0,
                     *             "multiple_candidates": 0,
                     *             "not_found": 0,
                     *             "invalid": 0,
                     *             "unresolved": 4,
                     *             "total": 4
                     *           },
                     *           "created_at": "2026-11-22T11:51:15.859Z",
                     *           "updated_at": "2026-11-22T11:51:15.859Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 20,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Sources, the newest first. */
                        items: components["schemas"]["Source"][];
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    deleteSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a5a1-7421-a700-0000d75e33cc
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source as it was. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.delete",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a5a1-7421-a700-0000d75e33cc",
                     *         "name": "source",
                     *         "original_filename": null,
                     *         "content_sha256": null,
                     *         "status": "imported",
                     *         "row_count": 1,
                     *         "headers": [
                     *           "会社名"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社どこにもない"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": null,
                     *         "resolve_summary": {
                     *           "matched": 0,
                     *           "multiple_candidates": 0,
                     *           "not_found": 0,
                     *           "invalid": 0,
                     *           "unresolved": 1,
                     *           "total": 1
                     *         },
                     *         "created_at": "2026-11-22T11:51:16.642Z",
                     *         "updated_at": "2026-11-22T11:51:16.642Z"
                     *       },
                     *       "next_actions": [
                     *         "Import the file again to have the source back."
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.delete";
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        source: components["schemas"]["Source"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.source_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    exportSource: {
        parameters: {
            query?: {
                /** @description Begin the file with a byte order mark, by which spreadsheets know that it is UTF-8. */
                bom?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a288-7d84-8100-000086182b01
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, as a file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example 会社名,法人番号,source_row_id,resolve_status,company_id,superseded_by,company_name,matched_by,candidate_count,candidate_company_ids,issues
                     *     株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル,6510101004743,01a20318-a288-7d84-8100-000186182b01,matched,cn_6510101004743,,株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル,corporate_number:identifier,1,cn_6510101004743,
                     *     株式会社岡本水産加工,5510101023810,01a20318-a288-7d84-8100-000286182b01,matched,cn_5510101023810,,株式会社岡本水産加工,corporate_number:identifier,1,cn_5510101023810,
                     *     みどりケアサービス株式会社,,01a20318-a288-7d84-8100-000386182b01,matched,cn_5510101036283,,みどりケアサービス株式会社,legal_name:exact legal_name:core legal_name:loose,3,cn_5510101036283 cn_6668401020907 cn_7668401032447,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.source_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    inspectSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a288-7d84-8100-000086182b01
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.inspect",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "name": "取引先",
                     *         "original_filename": "取引先.csv",
                     *         "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *         "status": "imported",
                     *         "row_count": 4,
                     *         "headers": [
                     *           "会社名",
                     *           "法人番号"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "corporate_number",
                     *             "header": "法人番号",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "6510101004743",
                     *               "5510101023810"
                     *             ]
                     *           },
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *               "株式会社岡本水産加工",
                     *               "みどりケアサービス株式会社"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": null,
                     *         "resolve_summary": {
                     *           "matched": 0,
                     *           "multiple_candidates": 0,
                     *           "not_found": 0,
                     *           "invalid": 0,
                     *           "unresolved": 4,
                     *           "total": 4
                     *         },
                     *         "created_at": "2026-11-22T11:51:15.859Z",
                     *         "updated_at": "2026-11-22T11:51:15.859Z",
                     *         "sample_rows": [
                     *           {
                     *             "会社名": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "法人番号": "6510101004743"
                     *           },
                     *           {
                     *             "会社名": "株式会社岡本水産加工",
                     *             "法人番号": "5510101023810"
                     *           },
                     *           {
                     *             "会社名": "みどりケアサービス株式会社",
                     *             "法人番号": ""
                     *           },
                     *           {
                     *             "会社名": "株式会社どこにもない",
                     *             "法人番号": ""
                     *           }
                     *         ]
                     *       },
                     *       "next_actions": [
                     *         "Map the columns: POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/map with {\"entity\":\"company\",\"columns\":{\"corporate_number\":\"法人番号\",\"name\":\"会社名\"}}; hints (prefecture, city, address, postal_code) help to tell namesakes apart."
                     *       ],
                     *       "deduplicated": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.inspect";
                        /** @description Whether an import found the same content there already; false in other answers. */
                        deduplicated: boolean;
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        source: components["schemas"]["SampledSource"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.source_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    mapSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a288-7d84-8100-000086182b01
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entity": "company",
                 *       "columns": {
                 *         "corporate_number": "法人番号",
                 *         "name": "会社名"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Which columns identify companies, by header; at least one is needed. */
                    columns?: {
                        /** @description Header of the column with corporate numbers (法人番号), 13 digits. */
                        corporate_number?: string;
                        /** @description Header of the column with domains, URLs or mail addresses. */
                        domain?: string;
                        /** @description Header of the column with company names, of any spelling. */
                        name?: string;
                        /** @description Header of the column with securities codes (証券コード). */
                        ticker?: string;
                    };
                    /**
                     * @description What the rows are.
                     * @constant
                     */
                    entity: "company";
                    /** @description Which columns say where the head office is, by header. A hint tells namesakes apart; it never identifies alone and never overrides an identifier. */
                    hints?: {
                        /** @description Header of the column with the address of the head office. */
                        address?: string;
                        /** @description Header of the column with the city or ward of the head office. */
                        city?: string;
                        /** @description Header of the column with the postal code of the head office. */
                        postal_code?: string;
                        /** @description Header of the column with the prefecture of the head office. */
                        prefecture?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The source with its mapping. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.map",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "name": "取引先",
                     *         "original_filename": "取引先.csv",
                     *         "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *         "status": "mapped",
                     *         "row_count": 4,
                     *         "headers": [
                     *           "会社名",
                     *           "法人番号"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "corporate_number",
                     *             "header": "法人番号",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "6510101004743",
                     *               "5510101023810"
                     *             ]
                     *           },
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *               "株式会社岡本水産加工",
                     *               "みどりケアサービス株式会社"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "entity": "company",
                     *           "columns": {
                     *             "corporate_number": "法人番号",
                     *             "name": "会社名"
                     *           },
                     *           "hints": {}
                     *         },
                     *         "resolve_summary": {
                     *           "matched": 0,
                     *           "multiple_candidates": 0,
                     *           "not_found": 0,
                     *           "invalid": 0,
                     *           "unresolved": 4,
                     *           "total": 4
                     *         },
                     *         "created_at": "2026-11-22T11:51:15.859Z",
                     *         "updated_at": "2026-11-22T11:51:16.118Z",
                     *         "sample_rows": [
                     *           {
                     *             "会社名": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "法人番号": "6510101004743"
                     *           },
                     *           {
                     *             "会社名": "株式会社岡本水産加工",
                     *             "法人番号": "5510101023810"
                     *           },
                     *           {
                     *             "会社名": "みどりケアサービス株式会社",
                     *             "法人番号": ""
                     *           },
                     *           {
                     *             "会社名": "株式会社どこにもない",
                     *             "法人番号": ""
                     *           }
                     *         ]
                     *       },
                     *       "next_actions": [
                     *         "Resolve 4 rows without a company yet: POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/resolve with an Idempotency-Key header and {\"execute\":true,\"maxCredits\":4}; each row that is matched costs 1 basic credit, and \"dryRun\":true tells the cost first."
                     *       ],
                     *       "deduplicated": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.map";
                        /** @description Whether an import found the same content there already; false in other answers. */
                        deduplicated: boolean;
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        source: components["schemas"]["SampledSource"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.empty_source_mapping.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.source_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    resolveSource: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Without it the call is refused. */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a288-7d84-8100-000086182b01
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "execute": true,
                 *       "maxCredits": 4
                 *     }
                 */
                "application/json": {
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description `true` says that credits may be spent. */
                    execute?: boolean;
                    /** @description The most that the call may cost, in whole credits; a call that would cost more is refused. */
                    maxCredits?: number;
                };
            };
        };
        responses: {
            /** @description What became of the rows, and what it cost. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.resolve",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "name": "取引先",
                     *         "original_filename": "取引先.csv",
                     *         "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *         "status": "resolved",
                     *         "row_count": 4,
                     *         "headers": [
                     *           "会社名",
                     *           "法人番号"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "corporate_number",
                     *             "header": "法人番号",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "6510101004743",
                     *               "5510101023810"
                     *             ]
                     *           },
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *               "株式会社岡本水産加工",
                     *               "みどりケアサービス株式会社"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "entity": "company",
                     *           "columns": {
                     *             "corporate_number": "法人番号",
                     *             "name": "会社名"
                     *           },
                     *           "hints": {}
                     *         },
                     *         "resolve_summary": {
                     *           "matched": 2,
                     *           "multiple_candidates": 1,
                     *           "not_found": 1,
                     *           "invalid": 0,
                     *           "unresolved": 0,
                     *           "total": 4
                     *         },
                     *         "created_at": "2026-11-22T11:51:15.859Z",
                     *         "updated_at": "2026-11-22T11:51:16.259Z"
                     *       },
                     *       "next_actions": [
                     *         "Choose a company for 1 row with candidates: GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/review?status=multiple_candidates, then for each POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/select with an Idempotency-Key header and {\"row\":\"<source_row_id>\",\"companyId\":\"<company_id of a candidate>\",\"maxCredits\":1}.",
                     *         "No company was found for 1 row: see GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/review?status=not_found, map further columns by POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/map and resolve again.",
                     *         "Make a List of 2 rows with a company: POST /api/service/lists with {\"name\":\"<name>\",\"source_id\":\"01a20318-a288-7d84-8100-000086182b01\"}.",
                     *         "Download the rows with their companies: GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/export."
                     *       ],
                     *       "resolution": {
                     *         "matched": 2,
                     *         "multiple_candidates": 1,
                     *         "not_found": 1,
                     *         "invalid": 0,
                     *         "unresolved": 0,
                     *         "resolved_count": 2,
                     *         "multiple_candidates_count": 1,
                     *         "not_found_count": 1,
                     *         "invalid_count": 0,
                     *         "unresolved_count": 0,
                     *         "review_required_count": 2
                     *       },
                     *       "run": {
                     *         "run_id": "01a20318-a43d-7dab-a4f9-5f7b49034129",
                     *         "status": "completed",
                     *         "newly_matched_count": 2,
                     *         "resolved_count": 2,
                     *         "multiple_candidates_count": 1,
                     *         "not_found_count": 1,
                     *         "invalid_count": 0,
                     *         "unresolved_count": 0,
                     *         "review_required_count": 2
                     *       },
                     *       "billing": {
                     *         "credit_class": "basic",
                     *         "credits_used": 2,
                     *         "max_credits": 4,
                     *         "deduplicated": false,
                     *         "dry_run": false,
                     *         "balance_after": 99987
                     *       }
                     *     }
                     */
                    "application/json": {
                        billing: components["schemas"]["Billing"];
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.resolve";
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description The counts of `run` and of `source.resolve_summary` again, for older callers. */
                        resolution: {
                            /** @description Rows whose shape or mapped value is wrong. */
                            invalid: number;
                            /** @description Rows whose shape or mapped value is wrong. */
                            invalid_count: number;
                            /** @description Rows that are settled on a company. */
                            matched: number;
                            /** @description Rows for which a person has to choose a candidate. */
                            multiple_candidates: number;
                            /** @description Rows for which a person has to choose a candidate. */
                            multiple_candidates_count: number;
                            /** @description Rows for which no company was found. */
                            not_found: number;
                            /** @description Rows for which no company was found. */
                            not_found_count: number;
                            /** @description Rows of the source that are matched. */
                            resolved_count: number;
                            /** @description Rows that are not matched: the sum of multiple_candidates, not_found, invalid and unresolved. */
                            review_required_count: number;
                            /** @description Rows that were not resolved yet. */
                            unresolved: number;
                            /** @description Rows that were not resolved yet. */
                            unresolved_count: number;
                        };
                        /** @description Counts of the whole source after the run, whatever this run changed or charged. */
                        run: {
                            /** @description Rows whose shape or mapped value is wrong. */
                            invalid_count: number;
                            /** @description Rows for which a person has to choose a candidate. */
                            multiple_candidates_count: number;
                            /** @description Rows that this run matched: what it charged. */
                            newly_matched_count: number;
                            /** @description Rows for which no company was found. */
                            not_found_count: number;
                            /** @description Rows of the source that are matched. */
                            resolved_count: number;
                            /** @description Rows that are not matched: the sum of multiple_candidates, not_found, invalid and unresolved. */
                            review_required_count: number;
                            /**
                             * Format: uuid
                             * @description Id of the run.
                             */
                            run_id: string;
                            /**
                             * @description The run is done.
                             * @constant
                             */
                            status: "completed";
                            /** @description Rows that were not resolved yet. */
                            unresolved_count: number;
                        };
                        source: components["schemas"]["Source"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.execute_required.idempotency_key_required.invalid_query.invalid_request.max_credits_required.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            402: components["responses"]["402.credit_balance_insufficient.limited"];
            404: components["responses"]["404.source_not_found.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            409: components["responses"]["409.idempotency_key_in_use.source_mapping_required.limited"];
            413: components["responses"]["413.payload_too_large.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.idempotency_key_reused.max_credits_exceeded.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.search_unavailable.limited"];
        };
    };
    reviewSource: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` of the page before, unchanged, with the same filters; good for 24 hours. Absent: the first page. */
                cursor?: string;
                /** @description Rows a page has at most; a page of large rows ends earlier. */
                limit?: number;
                /** @description Only rows in these states, repeated or comma-separated; rows in all states unless given. */
                status?: ("unresolved" | "matched" | "multiple_candidates" | "not_found" | "invalid")[];
            };
            header?: never;
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a288-7d84-8100-000086182b01
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.review",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "name": "取引先",
                     *         "original_filename": "取引先.csv",
                     *         "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *         "status": "resolved",
                     *         "row_count": 4,
                     *         "headers": [
                     *           "会社名",
                     *           "法人番号"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "corporate_number",
                     *             "header": "法人番号",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "6510101004743",
                     *               "5510101023810"
                     *             ]
                     *           },
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *               "株式会社岡本水産加工",
                     *               "みどりケアサービス株式会社"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "entity": "company",
                     *           "columns": {
                     *             "corporate_number": "法人番号",
                     *             "name": "会社名"
                     *           },
                     *           "hints": {}
                     *         },
                     *         "resolve_summary": {
                     *           "matched": 2,
                     *           "multiple_candidates": 1,
                     *           "not_found": 1,
                     *           "invalid": 0,
                     *           "unresolved": 0,
                     *           "total": 4
                     *         },
                     *         "created_at": "2026-11-22T11:51:15.859Z",
                     *         "updated_at": "2026-11-22T11:51:16.259Z"
                     *       },
                     *       "next_actions": [
                     *         "Choose a company for 1 row with candidates: GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/review?status=multiple_candidates, then for each POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/select with an Idempotency-Key header and {\"row\":\"<source_row_id>\",\"companyId\":\"<company_id of a candidate>\",\"maxCredits\":1}.",
                     *         "No company was found for 1 row: see GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/review?status=not_found, map further columns by POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/map and resolve again.",
                     *         "Make a List of 2 rows with a company: POST /api/service/lists with {\"name\":\"<name>\",\"source_id\":\"01a20318-a288-7d84-8100-000086182b01\"}.",
                     *         "Download the rows with their companies: GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/export."
                     *       ],
                     *       "review": {
                     *         "statuses": {
                     *           "unresolved": 0,
                     *           "matched": 2,
                     *           "multiple_candidates": 1,
                     *           "not_found": 1,
                     *           "invalid": 0
                     *         },
                     *         "total_reviewable_rows": 2,
                     *         "unresolved_rows_remaining": 0,
                     *         "multiple_candidates_remaining": 1
                     *       },
                     *       "rows": [
                     *         {
                     *           "source_row_id": "01a20318-a288-7d84-8100-000386182b01",
                     *           "row_number": 3,
                     *           "resolve_status": "multiple_candidates",
                     *           "company_id": null,
                     *           "superseded_by": null,
                     *           "resolve_candidates": [
                     *             {
                     *               "city": "中央区",
                     *               "status": "active",
                     *               "company_id": "cn_5510101036283",
                     *               "legal_name": "みどりケアサービス株式会社",
                     *               "matched_by": [
                     *                 {
                     *                   "rule": "exact",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "exact"
                     *                 },
                     *                 {
                     *                   "rule": "core",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "strong"
                     *                 },
                     *                 {
                     *                   "rule": "loose",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "weak"
                     *                 }
                     *               ],
                     *               "prefecture": "東京都",
                     *               "display_name": "みどりケアサービス株式会社",
                     *               "superseded_by": null,
                     *               "listing_status": "unknown",
                     *               "previously_selected": false
                     *             },
                     *             {
                     *               "city": "堺市北区",
                     *               "status": "active",
                     *               "company_id": "cn_6668401020907",
                     *               "legal_name": "みどりケアサービス株式会社",
                     *               "matched_by": [
                     *                 {
                     *                   "rule": "exact",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "exact"
                     *                 },
                     *                 {
                     *                   "rule": "core",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "strong"
                     *                 },
                     *                 {
                     *                   "rule": "loose",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "weak"
                     *                 }
                     *               ],
                     *               "prefecture": "大阪府",
                     *               "display_name": "みどりケアサービス株式会社",
                     *               "superseded_by": null,
                     *               "listing_status": "unknown",
                     *               "previously_selected": false
                     *             },
                     *             {
                     *               "city": "阪南市",
                     *               "status": "closed",
                     *               "company_id": "cn_7668401032447",
                     *               "legal_name": "みどりケアサービス株式会社",
                     *               "matched_by": [
                     *                 {
                     *                   "rule": "exact",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "exact"
                     *                 },
                     *                 {
                     *                   "rule": "core",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "strong"
                     *                 },
                     *                 {
                     *                   "rule": "loose",
                     *                   "field": "legal_name",
                     *                   "stage": "exact_name",
                     *                   "value": "みどりケアサービス株式会社",
                     *                   "strength": "weak"
                     *                 }
                     *               ],
                     *               "prefecture": "大阪府",
                     *               "display_name": "みどりケアサービス株式会社",
                     *               "superseded_by": null,
                     *               "listing_status": "unknown",
                     *               "previously_selected": false
                     *             }
                     *           ],
                     *           "candidate_count": 3,
                     *           "needs_human": true,
                     *           "cells": {
                     *             "会社名": "みどりケアサービス株式会社",
                     *             "法人番号": ""
                     *           },
                     *           "issues": []
                     *         }
                     *       ],
                     *       "meta": {
                     *         "limit": 100,
                     *         "returned": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.review";
                        /** @description The page. */
                        meta: {
                            /** @description Whether there is a page behind this one. */
                            has_more: boolean;
                            /** @description Items a page has at most, as asked for. */
                            limit: number;
                            /** @description Pass it unchanged as `cursor` for the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Items on this page. */
                            returned: number;
                        };
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        review: components["schemas"]["Review"];
                        /** @description Rows of the page, in the order of the upload. */
                        rows: components["schemas"]["SourceRow"][];
                        source: components["schemas"]["Source"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_cursor.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            404: components["responses"]["404.source_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    selectSourceRow: {
        parameters: {
            query?: never;
            header: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Without it the call is refused. */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path: {
                /**
                 * @description `source_id` of the source.
                 * @example 01a20318-a288-7d84-8100-000086182b01
                 */
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "row": "01a20318-a288-7d84-8100-000386182b01",
                 *       "companyId": "cn_5510101036283",
                 *       "maxCredits": 1
                 *     }
                 */
                "application/json": {
                    /** @description `company_id` of one of the `resolve_candidates` of the row. */
                    companyId: string;
                    /** @description `true`: everything is checked and answered as usual, and nothing is saved, charged or kept under the Idempotency-Key. */
                    dryRun?: boolean;
                    /** @description `true` says that credits may be spent. */
                    execute?: boolean;
                    /** @description The most that the call may cost, in whole credits; a call that would cost more is refused. */
                    maxCredits?: number;
                    /** @description `source_row_id` of a row in `multiple_candidates`. */
                    row: string;
                };
            };
        };
        responses: {
            /** @description The row that was settled, and what it cost. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.select",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "name": "取引先",
                     *         "original_filename": "取引先.csv",
                     *         "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *         "status": "resolved",
                     *         "row_count": 4,
                     *         "headers": [
                     *           "会社名",
                     *           "法人番号"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "corporate_number",
                     *             "header": "法人番号",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "6510101004743",
                     *               "5510101023810"
                     *             ]
                     *           },
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *               "株式会社岡本水産加工",
                     *               "みどりケアサービス株式会社"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "entity": "company",
                     *           "columns": {
                     *             "corporate_number": "法人番号",
                     *             "name": "会社名"
                     *           },
                     *           "hints": {}
                     *         },
                     *         "resolve_summary": {
                     *           "matched": 3,
                     *           "multiple_candidates": 0,
                     *           "not_found": 1,
                     *           "invalid": 0,
                     *           "unresolved": 0,
                     *           "total": 4
                     *         },
                     *         "created_at": "2026-11-22T11:51:15.859Z",
                     *         "updated_at": "2026-11-22T11:51:16.486Z"
                     *       },
                     *       "next_actions": [
                     *         "No company was found for 1 row: see GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/review?status=not_found, map further columns by POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/map and resolve again.",
                     *         "Make a List of 3 rows with a company: POST /api/service/lists with {\"name\":\"<name>\",\"source_id\":\"01a20318-a288-7d84-8100-000086182b01\"}.",
                     *         "Download the rows with their companies: GET /api/service/sources/01a20318-a288-7d84-8100-000086182b01/export."
                     *       ],
                     *       "selected": {
                     *         "source_row_id": "01a20318-a288-7d84-8100-000386182b01",
                     *         "company_id": "cn_5510101036283",
                     *         "candidate": {
                     *           "city": "中央区",
                     *           "status": "active",
                     *           "company_id": "cn_5510101036283",
                     *           "legal_name": "みどりケアサービス株式会社",
                     *           "matched_by": [
                     *             {
                     *               "rule": "exact",
                     *               "field": "legal_name",
                     *               "stage": "exact_name",
                     *               "value": "みどりケアサービス株式会社",
                     *               "strength": "exact"
                     *             },
                     *             {
                     *               "rule": "core",
                     *               "field": "legal_name",
                     *               "stage": "exact_name",
                     *               "value": "みどりケアサービス株式会社",
                     *               "strength": "strong"
                     *             },
                     *             {
                     *               "rule": "loose",
                     *               "field": "legal_name",
                     *               "stage": "exact_name",
                     *               "value": "みどりケアサービス株式会社",
                     *               "strength": "weak"
                     *             }
                     *           ],
                     *           "prefecture": "東京都",
                     *           "display_name": "みどりケアサービス株式会社",
                     *           "superseded_by": null,
                     *           "listing_status": "unknown",
                     *           "previously_selected": false
                     *         }
                     *       },
                     *       "billing": {
                     *         "credit_class": "basic",
                     *         "credits_used": 1,
                     *         "max_credits": 1,
                     *         "deduplicated": false,
                     *         "dry_run": false,
                     *         "balance_after": 99986
                     *       },
                     *       "review": {
                     *         "statuses": {
                     *           "unresolved": 0,
                     *           "matched": 3,
                     *           "multiple_candidates": 0,
                     *           "not_found": 1,
                     *           "invalid": 0
                     *         },
                     *         "total_reviewable_rows": 1,
                     *         "unresolved_rows_remaining": 0,
                     *         "multiple_candidates_remaining": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        billing: components["schemas"]["Billing"];
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.select";
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        review: components["schemas"]["Review"];
                        /** @description The row that was settled. */
                        selected: {
                            candidate: components["schemas"]["SourceCandidate"];
                            /**
                             * @description The company that the row is settled on.
                             * @example cn_1180301018771
                             * @example tse_7203
                             */
                            company_id: string;
                            /**
                             * Format: uuid
                             * @description Id of the row.
                             */
                            source_row_id: string;
                        };
                        source: components["schemas"]["Source"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.idempotency_key_required.invalid_query.invalid_request.max_credits_required"];
            401: components["responses"]["401.invalid_api_key"];
            402: components["responses"]["402.credit_balance_insufficient"];
            404: components["responses"]["404.source_not_found.source_row_not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            409: components["responses"]["409.idempotency_key_in_use.source_row_not_selectable"];
            413: components["responses"]["413.payload_too_large"];
            415: components["responses"]["415.unsupported_media_type"];
            422: components["responses"]["422.candidate_not_found.idempotency_key_reused.max_credits_exceeded"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    importSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated call safe: within 30 days the same key on the same path gives the first answer again and charges nothing. Any text, such as a new UUID for each call that is to be a new one. Optional here. */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "取引先",
                 *       "originalFilename": "取引先.csv",
                 *       "contentSha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                 *       "headers": [
                 *         "会社名",
                 *         "法人番号"
                 *       ],
                 *       "rows": [
                 *         {
                 *           "会社名": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                 *           "法人番号": "6510101004743"
                 *         },
                 *         {
                 *           "会社名": "株式会社岡本水産加工",
                 *           "法人番号": "5510101023810"
                 *         },
                 *         {
                 *           "会社名": "みどりケアサービス株式会社",
                 *           "法人番号": ""
                 *         },
                 *         {
                 *           "会社名": "株式会社どこにもない",
                 *           "法人番号": ""
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Digest of the file, `sha256:` and 64 hexadecimal digits. With it, the same headers and rows imported again are the source that is there already; only its form is checked. */
                    contentSha256?: string;
                    /** @description Headers of the columns, in order; at most 65,536 characters together. Two that differ only in width, spaces or invisible characters are the same, which is refused. */
                    headers: string[];
                    /** @description What the source is called; `originalFilename` unless given, else `source`. */
                    name?: string;
                    /** @description Name of the file that the rows come from. */
                    originalFilename?: string;
                    /** @description Rows in order, each an object of cells by header; every cell is a string. A row whose keys are not the headers is kept, and becomes `invalid` when it is resolved. */
                    rows: {
                        [key: string]: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The source, with its likely columns. */
            200: {
                headers: {
                    "Credits-Remaining": components["headers"]["Credits-Remaining"];
                    "Credits-Used": components["headers"]["Credits-Used"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "command": "source.import",
                     *       "status": "completed",
                     *       "source": {
                     *         "source_id": "01a20318-a288-7d84-8100-000086182b01",
                     *         "name": "取引先",
                     *         "original_filename": "取引先.csv",
                     *         "content_sha256": "sha256:92e45f1a2f3f07fd714d8586d9a16583dc35753e7508898ac89d34a527df57b2",
                     *         "status": "imported",
                     *         "row_count": 4,
                     *         "headers": [
                     *           "会社名",
                     *           "法人番号"
                     *         ],
                     *         "detected_identifier_columns": [
                     *           {
                     *             "field": "corporate_number",
                     *             "header": "法人番号",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "6510101004743",
                     *               "5510101023810"
                     *             ]
                     *           },
                     *           {
                     *             "field": "name",
                     *             "header": "会社名",
                     *             "confidence": 1,
                     *             "valid_ratio": 1,
                     *             "sample_values": [
                     *               "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *               "株式会社岡本水産加工",
                     *               "みどりケアサービス株式会社"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": null,
                     *         "resolve_summary": {
                     *           "matched": 0,
                     *           "multiple_candidates": 0,
                     *           "not_found": 0,
                     *           "invalid": 0,
                     *           "unresolved": 4,
                     *           "total": 4
                     *         },
                     *         "created_at": "2026-11-22T11:51:15.859Z",
                     *         "updated_at": "2026-11-22T11:51:15.859Z",
                     *         "sample_rows": [
                     *           {
                     *             "会社名": "株式会社ＣＯＮＳＵＬＴＩＮＧキャピタル",
                     *             "法人番号": "6510101004743"
                     *           },
                     *           {
                     *             "会社名": "株式会社岡本水産加工",
                     *             "法人番号": "5510101023810"
                     *           },
                     *           {
                     *             "会社名": "みどりケアサービス株式会社",
                     *             "法人番号": ""
                     *           },
                     *           {
                     *             "会社名": "株式会社どこにもない",
                     *             "法人番号": ""
                     *           }
                     *         ]
                     *       },
                     *       "next_actions": [
                     *         "Map the columns: POST /api/service/sources/01a20318-a288-7d84-8100-000086182b01/map with {\"entity\":\"company\",\"columns\":{\"corporate_number\":\"法人番号\",\"name\":\"会社名\"}}; hints (prefecture, city, address, postal_code) help to tell namesakes apart."
                     *       ],
                     *       "deduplicated": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description What was done.
                         * @constant
                         */
                        command: "source.import";
                        /** @description Whether an import found the same content there already; false in other answers. */
                        deduplicated: boolean;
                        /** @description What can be done next, one sentence each with the request to send. */
                        next_actions: string[];
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        source: components["schemas"]["SampledSource"];
                        /**
                         * @description It is done; nothing goes on behind the answer.
                         * @constant
                         */
                        status: "completed";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.duplicate_source_headers.invalid_query.invalid_request.invalid_source_headers.limited"];
            401: components["responses"]["401.invalid_api_key.limited"];
            405: components["responses"]["405.method_not_allowed.limited"];
            406: components["responses"]["406.not_acceptable.limited"];
            409: components["responses"]["409.idempotency_key_in_use.limited"];
            413: components["responses"]["413.payload_too_large.source_row_limit_exceeded.limited"];
            415: components["responses"]["415.unsupported_media_type.limited"];
            422: components["responses"]["422.idempotency_key_reused.limited"];
            429: components["responses"]["429.rate_limit_exceeded.limited"];
            500: components["responses"]["500.internal_error.limited"];
            503: components["responses"]["503.database_unavailable.limited"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "time_zone": "Asia/Tokyo",
                     *       "day": {
                     *         "date": "2026-11-22",
                     *         "requests": 22,
                     *         "searches": 11,
                     *         "heavy": 9,
                     *         "request_credits": 11,
                     *         "operation_credits": 0,
                     *         "search_quota": {
                     *           "limit": 1000000,
                     *           "used": 11,
                     *           "remaining": 999989,
                     *           "resets_at": "2026-11-22T15:00:00.000Z"
                     *         }
                     *       },
                     *       "month": {
                     *         "month": "2026-11",
                     *         "requests": 22,
                     *         "searches": 11,
                     *         "heavy": 9,
                     *         "request_credits": 11,
                     *         "operation_credits": 0,
                     *         "search_quota": {
                     *           "limit": 31000000,
                     *           "used": 11,
                     *           "remaining": 30999989,
                     *           "resets_at": "2026-11-30T15:00:00.000Z"
                     *         }
                     *       },
                     *       "days": [
                     *         {
                     *           "date": "2026-11-22",
                     *           "requests": 22,
                     *           "searches": 11,
                     *           "heavy": 9,
                     *           "request_credits": 11,
                     *           "operation_credits": 0
                     *         }
                     *       ],
                     *       "rates": {
                     *         "search": {
                     *           "limit": 600,
                     *           "window_seconds": 60
                     *         },
                     *         "heavy": {
                     *           "limit": 60,
                     *           "window_seconds": 60
                     *         }
                     *       },
                     *       "cost_per_company_search": {
                     *         "request_credits": 1,
                     *         "operation_credits": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description What one company search costs. */
                        cost_per_company_search: {
                            /**
                             * @description Operation credits of one company search.
                             * @constant
                             */
                            operation_credits: 0;
                            /**
                             * @description Request credits of one company search.
                             * @constant
                             */
                            request_credits: 1;
                        };
                        /** @description Usage of today. */
                        day: {
                            /**
                             * Format: date
                             * @description The day in Asia/Tokyo.
                             */
                            date: string;
                            /** @description Requests that count toward the heavy rate. */
                            heavy: number;
                            /**
                             * @description Operation credits of the company searches: always 0, for none costs any.
                             * @constant
                             */
                            operation_credits: 0;
                            /** @description Request credits of the company searches, 1 for each. */
                            request_credits: number;
                            /** @description Requests that count toward any limit: searches, suggestions and heavy requests. */
                            requests: number;
                            search_quota: components["schemas"]["SearchQuota"];
                            /** @description Company searches: what the search quota counts. Each item of a batch is one. */
                            searches: number;
                        };
                        /** @description The days of this month with usage, in order. */
                        days: {
                            /**
                             * Format: date
                             * @description The day in Asia/Tokyo.
                             */
                            date: string;
                            /** @description Requests that count toward the heavy rate. */
                            heavy: number;
                            /**
                             * @description Operation credits of the company searches: always 0, for none costs any.
                             * @constant
                             */
                            operation_credits: 0;
                            /** @description Request credits of the company searches, 1 for each. */
                            request_credits: number;
                            /** @description Requests that count toward any limit: searches, suggestions and heavy requests. */
                            requests: number;
                            /** @description Company searches: what the search quota counts. Each item of a batch is one. */
                            searches: number;
                        }[];
                        /** @description Usage of this month. */
                        month: {
                            /** @description Requests that count toward the heavy rate. */
                            heavy: number;
                            /** @description The month in Asia/Tokyo, `YYYY-MM`. */
                            month: string;
                            /**
                             * @description Operation credits of the company searches: always 0, for none costs any.
                             * @constant
                             */
                            operation_credits: 0;
                            /** @description Request credits of the company searches, 1 for each. */
                            request_credits: number;
                            /** @description Requests that count toward any limit: searches, suggestions and heavy requests. */
                            requests: number;
                            search_quota: components["schemas"]["SearchQuota"];
                            /** @description Company searches: what the search quota counts. Each item of a batch is one. */
                            searches: number;
                        };
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                        /** @description Limits of requests in a minute. */
                        rates: {
                            /** @description Of heavy requests. */
                            heavy: components["schemas"]["RequestRate"];
                            /** @description Of company searches and suggestions. */
                            search: components["schemas"]["RequestRate"];
                        };
                        /**
                         * @description In whose days and months usage and quotas are counted.
                         * @constant
                         */
                        time_zone: "Asia/Tokyo";
                    };
                };
            };
            400: components["responses"]["400.account_scope_conflict.invalid_query.invalid_request"];
            401: components["responses"]["401.invalid_api_key"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            429: components["responses"]["429.rate_limit_exceeded"];
            500: components["responses"]["500.internal_error"];
            503: components["responses"]["503.database_unavailable"];
        };
    };
    showApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["400.invalid_query.invalid_request"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            500: components["responses"]["500.internal_error"];
        };
    };
    getDocumentPagePart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description File name. */
                part: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            400: components["responses"]["400.invalid_query.invalid_request"];
            404: components["responses"]["404.not_found"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            500: components["responses"]["500.internal_error"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True on every success.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["400.invalid_query.invalid_request"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            500: components["responses"]["500.internal_error"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The measurements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP http_request_duration_seconds Time from a request to the end of its answer, in seconds, by route, method and status
                     *     # TYPE http_request_duration_seconds histogram
                     *     http_request_duration_seconds_bucket{le="0.001",route="/healthz",method="GET",status="200"} 0
                     *     http_request_duration_seconds_bucket{le="0.0025",route="/healthz",method="GET",status="200"} 0
                     */
                    "text/plain": string;
                };
            };
            400: components["responses"]["400.invalid_query.invalid_request"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            500: components["responses"]["500.internal_error"];
        };
    };
    getApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["400.invalid_query.invalid_request"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            500: components["responses"]["500.internal_error"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "status": "ready",
                     *       "checks": {
                     *         "postgres": "ok",
                     *         "elasticsearch": "ok",
                     *         "companies_index": "ok",
                     *         "observations_index": "ok"
                     *       },
                     *       "gaps": []
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["400.invalid_query.invalid_request"];
            405: components["responses"]["405.method_not_allowed"];
            406: components["responses"]["406.not_acceptable"];
            413: components["responses"]["413.payload_too_large"];
            500: components["responses"]["500.internal_error"];
            /** @description It cannot, or is stopping; `checks` and `gaps` say why. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
}
