internal import Expressions
internal import Records
internal import SQLEngine

extension StoreError {
  /// The English message, in words for users.
  public var message: String { reason.english.message }

  /// A hint, such as the syntax of a value, if the message is not sufficient.
  public var hint: String? { reason.english.hint }
}

private struct English: ExpressibleByStringInterpolation {
  var message: String
  var hint: String?

  init(stringLiteral message: String) { self.init(message) }

  init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }

  static func + (one: English, other: English) -> English { English(one.message + other.message) }
}

extension StoreError.Reason {
  var message: String { english.message }

  fileprivate var english: English {
    switch self {
    case .stated(let message): English(message)
    case .engine(let error): English(error.english)
    case .expression(let error): English(error.message, hint: error.hint)
    case .definition(let error): English(error.message)
    case .fact(.incompactable):
      English(
        StoreError.Fact.incompactable.rawValue, hint: "`check` lists the problems of the database")
    case .fact(let fact): English(fact.rawValue)
    case .place(let place, let fault): English("\(place) \(fault.rawValue)", hint: fault.hint)
    case .record(let id, let fault): "\(id) \(fault.rawValue)"
    case .property(let name, let fault): "\(name.asName) \(fault.rawValue)"
    case .member(let member, .indexed):
      English(
        "\(member) \(StoreError.MemberFault.indexed.rawValue)", hint: "drop index \(member) first")
    case .member(let member, .ambiguousNames):
      "the rule \(member) \(StoreError.MemberFault.ambiguousNames.rawValue)"
    case .member(let member, let fault): "\(member) \(fault.rawValue)"
    case .transaction(let entry, .erasedValues):
      English(
        "\(entry.words) \(StoreError.TransactionFault.erasedValues.rawValue)",
        hint: "`revert` can undo an earlier transaction")
    case .transaction(let entry, let fault): "\(entry.words) \(fault.rawValue)"

    case .busy(let place, let wait, true):
      "another program has \(place) locked; waited \(Double(wait) / 1000) s for it to finish"
    case .busy(let place, let wait, false):
      "another program is writing to \(place); waited \(Double(wait) / 1000) s for it to finish"
    case .held(let place, let holder, let wait):
      "\(holder.name) has been writing to \(place) for \(holder.time / 1000) s; waited "
        + "\(Double(wait) / 1000) s for it to finish"
    case .slowOpening(let place, let limit):
      "\(place) cannot be opened: reading its definitions takes longer than \(limit / 1000) s"
    case .unopenable(let place, let why): "\(place) cannot be opened: \(why.message)"
    case .foreignTable(let place, let table):
      "\(place) is a database of another application; it has the table \(table)"
    case .unread(let path, let why): "\(path) cannot be read: \(why)"
    case .unwritten(let path, let why): "\(path) cannot be written: \(why)"
    case .noFolder(let folder, let path, let isNew):
      "\(path) cannot be \(isNew ? "created" : "written"): there is no folder \(folder)"
    case .closedFolder(let folder, let path):
      "\(path) cannot be created: no permission to write to \(folder)"
    case .noJournal(let path, let folder):
      "\(path) cannot be written: there is no permission to create SQLite's journal in "
        + "\(folder); to read the database, use workbench --readonly"
    case .otherLog(let path):
      "\(path)-wal belongs to another database, which was at \(path) before; to open the "
        + "current database, remove \(path)-wal and \(path)-shm"
    case .noFile(let path): "there is no file \(path)"
    case .noPermission(let path): "no permission to read \(path)"
    case .lost(let path):
      "\(path) was removed, replaced or emptied by another program while it was open; nothing more "
        + "is written to it"
    case .isKept(let place): "the records are already stored in \(place)"
    case .heldByReader(let place):
      "another program is reading \(place), so its -wal file still contains the removed data"
    case .keptInLogs(let place):
      "the logs of the nodes of \(place) still contain the removed data until snapshots "
        + "replace them"
    case .unnumbered(let place):
      "\(place) cannot be written: another program has changed the transaction numbers; run check"
    case .partOfDatabase(let path, let database): "\(path) belongs to the database \(database)"
    case .noTable(let table, let path): "\(path) has no table \"\(table)\""
    case .newerFormat(let place, let format):
      "\(place) has format \(format), created by a newer program; this version reads formats up "
        + "to \(Schema.version)"
    case .olderFormat(let place, let format):
      English(
        "\(place) has format \(format); this version reads format \(Schema.oldestVersion) or later",
        hint: "open it with workbench 0.2.0 and change something, which upgrades the database; you "
          + "can undo the change")
    case .newerDefinition(let place, let definition, let why):
      "\(place) was created by a newer program, or its definitions are damaged: cannot read "
        + "\(definition) (\(why))"
    case .strayNumber(let place, let table, let number):
      "\(place) is damaged: \(table) has a row with the invalid number \(number)"
    case .notTable(let place, let table): "\(place) is damaged: \(table) is no longer a table"
    case .twoTypes(let place, let type): "\(place) is damaged: it has two types \(type.asName)"
    case .lostType(let place, let table):
      "\(place) is damaged: the entries of \(table.asSQLName) are missing"
    case .lostDefinition(let place, let property):
      "\(place) is damaged: the definition of \(property) is missing"
    case .removed(let table, let column):
      "another program has removed \(column.map { "the column \($0.asSQLName) of " } ?? "")the "
        + "table \(table); the type can be neither read nor written"
    case .ignored(let type):
      "nothing was written to \(type.asName): a trigger of another program ignored the change"
    case .unchangeable(let type, let why):
      "\(type.asName) cannot be changed: \(why ?? "the database is damaged")"
    case .otherTable(let type, let place):
      "another program has created a table \(type.asName) in \(place); choose another name"

    case .noRecord(let id): "there is no \(id)"
    case .neverExisted(let id): "\(id) never existed"
    case .noType(let name): English(RecordType.missing(name))
    case .noProperty(let name, let type): "no such property: \(type.asName) has no \"\(name)\""
    case .nothingToIndex(let name, let type): "\(type.asName) has no property \(name.asName)"
    case .noRule(let name, let type): "\(type.asName) has no rule \(name.asName)"
    case .noKey(let type): "\(type.asName) has no key"
    case .noKept(let kind, let number): "there is no \(kind) \(number)"
    case .noTransaction(let number, let newest):
      English(
        "there is no transaction #\(number)",
        hint: newest.flatMap { $0 == 0 ? nil : "the first is #1, the newest #\($0)" })
    case .propertyGone(let name, let type): "\(type.asName) has no \"\(name)\" any more"
    case .propertyExists(let type, let definition):
      "\(type.asName) already has the property \(definition)"
    case .differsInCase(let name, let other):
      "\(name.asName) differs from \(other.asName) only in case"
    case .ruleDiffersInCase(let rule, let other):
      "\(rule.name.asName) differs only in case from \(other.asName), which \(rule.type.asName) "
        + "already has"
    case .olderTypeName(let name):
      "\(name) is a type in this database, so the newer kind of that name cannot be used; write a "
        + "reference to the type as `\(name)`"
    case .reservedActor(let name): "\(name) is reserved for other programs; choose another actor"

    case .differentType(let name, let difference, let steps):
      English(
        "\(name.asName) is already defined differently: \(difference.english)",
        hint: steps.isEmpty ? nil : "alter \(name.asName) { \(steps.joined(separator: ", ")) }")
    case .awaitedType(let missing, let property):
      "\(property.type.asName) cannot have records until \(missing.asName) is defined, "
        + "because \((property.property ?? "").asName) refers to it"
    case .nameOfReferences(let type, let list):
      "\(type.asName) is the name of the table for the references of \(list); choose another name"
    case .nameOfLink(let property, let list, let isInHistory):
      "\(property) has the name \(isInHistory ? "that the history uses for" : "of a column for") "
        + "\(list); choose another name"
    case .ownerName(let name, let list, let other):
      "the owner in \(list) and \(other) would both be called \(name.asName); choose another name"
    case .sharedColumn(let column, let one, let other, let items):
      "\(one) and \(other) would share the column \(column.asName) of \(items.asName); "
        + "choose another name"
    case .inverse(let list, let kind, let property, let fault):
      "\(list) cannot be \(kind): \(fault.english(property, list.type))"
    case .requiredRing(let way):
      way.count == 1
        ? "\(way[0]) is required, so no first record could be created; make it optional"
        : "\(way.map(\.description).joined(separator: ", ")) are all required, so no first record "
          + "could be created; make one of them optional"
    case .undroppable(let name, let use):
      English("\(name.asName) cannot be dropped: \(use.english)", hint: use.hint)
    case .itemsLeft(let list, let items, let count):
      "\(list.asName) cannot be dropped: \(count) record\(count == 1 ? "" : "s") of "
        + "\(items.asName) \(count == 1 ? "belongs" : "belong") to it and would have no owner; "
        + "delete \(count == 1 ? "the record" : "these records") first"
    case .listKind(let former, let wanted, let areLists):
      "\(former) cannot become \(wanted): "
        + (areLists
          ? "the records of an inverse list are not stored in it"
          : "a list of records cannot be converted") + "; add another property and drop this one"
    case .severalLists(let list, let records, let more):
      "\(list) cannot own its records: \(records.map(\.description).joined(separator: ", "))"
        + (more == 0 ? "" : " and \(more) more") + (records.count == 1 ? " is" : " are")
        + " in several lists, but a record has only one owner"
    case .ownsItself(let list, let id):
      "\(list) cannot own its records: \(id) would belong to itself"
    case .misfits(let definition, let first, let more, let isConverted, let percentage):
      English(
        "\(first.count + more == 1 ? "1 record does" : "\(first.count + more) records do") not fit "
          + "\(definition): "
          + first.map { "\($0.record): \($0.why.message)" }.joined(separator: "; ")
          + "\(more == 0 ? "" : "; and \(more) more")",
        hint: percentage.map {
          "write \"using (\($0.asName))\" if the numbers are fractions, or "
            + "\"using (\($0.asName) / 100)\" if they are percentages"
        }
          ?? (isConverted
            ? nil : "using (EXPRESSION) after the definition gives every record a value"))
    case .neededByRule(let rule, let why):
      English(
        "the rule \(rule.member) would no longer work: \(why.message)",
        hint: "drop rule \(rule.member)")
    case .neededByComputed(let property, let why):
      English(
        "the computed property \(property) would no longer work: \(why.message)",
        hint: why.english.hint)
    case .neededByDefault(let property, let isInAlter, let why):
      English(
        "the default of \(property) would no longer work: \(why.message)",
        hint: isInAlter
          ? "change \((property.property ?? "").asName) in the same alter, or drop it"
          : why.english.hint)
    case .neededInAlter(let property, let why):
      English(
        "the computed property \(property) would no longer work: \(why.message)",
        hint: "change \((property.property ?? "").asName) in the same alter, or drop it")
    case .typeUnreadable(let property, let isDefault, let why):
      "the \(isDefault ? "default of" : "computed property") \(property) cannot read this type: "
        + "\(why.message)"

    case .taken(let property, let literal, let holder):
      "\(property.asName) \(literal) is taken by \(holder)"
    case .noTarget(let type, let literal): "there is no \(type.asName)[\(literal)]"
    case .wrongKind(let property, let expectation): "\(property) must be \(expectation)"
    case .sameValue(let property, let other): "\(property.asName) is the same as in \(other)"
    case .columnLost(let name): "\(name.asName) would no longer exist"
    case .breach(let rule, let id, let values):
      "\(id.map { "\($0) " } ?? "")breaks \(rule.words)\(values.isEmpty ? "" : ": ")"
        + "\(values.map { "\($0.property) is \($0.literal)" }.joined(separator: ", "))"
    case .moreBreaches(let rule, let count): "more records that break \(rule.words): \(count)"
    case .breaches(let rule, let records, let more):
      "\(records.count + more == 1 ? "1 record breaks" : "\(records.count + more) records break") "
        + "\(rule.words): \(records.map(\.description).joined(separator: ", "))"
        + "\(more == 0 ? "" : " and \(more) more")"
    case .afterUpgrade(let place, let why):
      "after the upgrade of \(place) to format \(Schema.version): \(why.message)"
    case .unevaluable(let rule, let why): "\(rule.member) cannot be evaluated: \(why.message)"
    case .about(let id, let why): English("\(id): \(why.message)", hint: why.english.hint)
    case .noExpression(let text, let why): "\(text) cannot be read as an expression (\(why))"
    case .uncomputable(let name, let expression, let why):
      "\(name.asName) cannot be computed as (\(expression)): \(why.message)"
    case .computedMisfit(let expression, let why): "\(why); it is computed as (\(expression))"
    case .computedLiteral(let name, let literal):
      "\(name.asName) cannot be \(literal), the result of its expression"
    case .computedLong(let name, let bytes):
      "\(name.asName) is computed as a text of more than \(bytes / 1_000_000) million bytes"
    case .computedDeep(let name, let most):
      "\(name.asName) depends on too many computed properties: a chain can have at most "
        + "\(most)"
    case .computedBytes(let name, let most, let isOfType):
      "\(name.asName) depends on too many computed properties: their combined SQL can have at "
        + "most \(most) bytes\(isOfType ? " in a type" : "")"
    case .computedRing(let names):
      names.count == 1
        ? "\(names[0].asName) is computed from itself"
        : "\(names[0].asName) is computed from "
          + English(
            (names.dropFirst() + [names[0]]).map(\.asName)
              .joined(separator: ", which is computed from "))
    case .defaultRing(let names):
      names.count == 1
        ? "the default of \(names[0].asName) reads \(names[0].asName) itself"
        : "the default of \(names[0].asName) reads "
          + English(
            (names.dropFirst() + [names[0]]).map(\.asName)
              .joined(separator: ", whose default reads "))
    case .undefaulted(let name, let expression, let why):
      "the default (\(expression)) of \(name.asName) cannot be calculated: \(why.message)"
    case .defaultMisfit(let expression, let why): "\(why); the default is (\(expression))"
    case .nextMisfit(let why): "\(why), which is the next number"
    case .requiredDefault(let name, let expression):
      "\(name.asName) is required, because its default (\(expression)) is nil here"

    case .valuesMissing(let needed, let given):
      "a value is missing: the expression needs \(needed) values, not \(given)"
    case .longText(let bytes):
      "a text in the expression is longer than \(bytes / 1_000_000) million bytes"
    case .slow(let limit): "stopped: this takes longer than \(limit / 1000) s"
    case .large(let bytes): "stopped: this takes more than \(bytes >> 20) MiB of memory"
    case .otherType(let type, let other):
      "the expression is for records of \(type), not of \(other)"
    case .needsRecord(let type): "the expression reads properties of \(type) and needs a record"
    case .noHistory(let place):
      English(
        "a past state does not include the history\(place.english)",
        hint: "omit \"at\" to read the whole history; add \"where txn <= 7\" for the part up to "
          + "#7")
    case .sql(let why, let place): "\(why.message)\(place.english)"
    case .noStatement(let found):
      "expected a statement that begins with SELECT, WITH, VALUES or EXPLAIN"
        + "\(found.map { ", not \($0)" } ?? "")"
    case .parameter(let name): "a statement cannot have parameters: \(name) has no value"
    case .forbiddenTable(let name): "\(name) cannot be used, because it may have side effects"
    case .forbiddenFunction(let name): "\(name)() cannot be used"

    case .undeletable(let id, nil, let use): "\(id) cannot be deleted: it is \(use.english)"
    case .undeletable(let id, let other?, let use):
      "\(id) cannot be deleted: \(other) would be deleted with it, but is \(use.english)"
    case .unfit(let failure): "\(failure.record) cannot be deleted: \(failure.why.message)"
    case .hasOwner(let item, let owner, let list):
      "\(item) is in \(owner).\(list.asName), and a record has only one owner"
    case .reordering(let owner, let list, let item, let isAdded):
      "\(owner).\(list.asName) owns its records, so set can only reorder them; \(item) is "
        + (isAdded ? "not in the list" : "missing")
    case .inList(let item, let owner, let list, let index):
      "\(item) is already in \(owner).\(list.asName), at position \(index)"
    case .inOwnItem(let item, let owner):
      "\(item) cannot be in a list of \(owner), which belongs to \(item)"
    case .inverseList(let list, let items, let inverse):
      "\(list.asName) lists the \(items.asName) records that refer to this record by "
        + "\(inverse.asName); change those records instead"
    case .wrongItem(let list, let items, let type):
      "\(list.asName) is a list of \(items.asName) records, not of \(type.asName)"
    case .importOnlyAdds(let list, let items):
      "an import can only add records to \(list.asName), which has "
        + "\(items.joined(separator: ", ")); use remove and move for other changes"
    case .importKeepsItems(let list):
      "\(list.asName) already has other records, which an import does not replace; remove them "
        + "first, or skip the column with map \(list.asName)=nil"
    case .ambiguousTitle(let text, let title, let id, let other):
      "\(Value.text(text).literal) is the \(title.asName) of \(id) and of \(other); "
        + "write \(id) or \(other)"
    case .noPlace(_, let owner, let list, -1): "\(owner).\(list.asName) is empty"
    case .noPlace(let index, let owner, let list, let last):
      "\(owner).\(list.asName) has no position \(index); expected one from 0 to \(last)"
    case .noNumbersLeft(let type):
      English(
        "\(RecordID(type, .max)) has the largest possible number, so \(type.asName) has no "
          + "next number",
        hint: "choose a number that was never used: new \(type.asName)/NUMBER")

    case .compacted(let first):
      "the history was compacted and begins with #\(first); earlier states are gone"
    case .compactedFrom(let entry):
      "the history was compacted and begins with \(entry.words), which cannot be undone"
    case .compactedAlready(let first): "the history already begins with #\(first)"
    case .computedHistory(let name, let expression, let sources):
      "\(name.asName) is computed as (\(expression)) and has no history"
        + "\(sources.isEmpty ? "" : "; see the history of \(sources.map(\.asName).listed())")"
    case .tooFew(0, let verb): "there is nothing to \(verb.rawValue)"
    case .tooFew(1, let verb): "there is only 1 command to \(verb.rawValue)"
    case .tooFew(let count, let verb): "there are only \(count) commands to \(verb.rawValue)"
    case .nothingAfter(let number): "there is nothing to undo after #\(number)"
    case .undone(let entry, let undo): "\(entry.words) was already undone by #\(undo)"
    case .otherActor(let entry, let isLast, let own):
      English(
        isLast
          ? "the last change is \(entry.owner), not yours: \(entry.words)"
          : "\(entry.words) is \(entry.owner), not yours",
        hint: (own.map { "`revert #\($0)` undoes only your last change; " } ?? "")
          + "`undo to #\(entry.transaction - 1)` also undoes \(entry.owner) change")
    case .unerasable(let property): English(property.whyUnerasable)
    case .definitionMentions(let name, isFormer: false):
      "\(name) mentions a value to be erased; change or drop it first"
    case .definitionMentions(let name, isFormer: true):
      English(
        "a former definition of \(name) mentions a value to be erased",
        hint: "`compact` removes former definitions")
    case .erased(let id, let property, let entry):
      "\(id)\(property.map { ".\($0.asName)" } ?? "") was erased"
        + "\(entry.map { " by \($0.sentence)" } ?? "")"
    case .didNotExist(let id, let number): "\(id) did not exist at #\(number)"
    case .wouldReferTo(let id, let property, let gone, let isList):
      "\(id).\(property.asName) would \(isList ? "refer to" : "be") \(gone), which no longer "
        + "exists; restore \(gone) first"
    case .droppedSince(let type, let number): "\(type.asName) has been dropped since #\(number)"
    case .unrestorable(let id, let property, let number, let why, let entry):
      "\(id).\(property.asName) cannot be restored to #\(number): \(why.message)"
        + "\(entry.map { "; changed by \($0.sentence)" } ?? "")"
    case .lostValue(let literal): "the value was \(literal), but the property no longer exists"
    case .overtaken(let place): "another program has changed \(place) in the meantime"
    case .clockAhead(let now, let leader):
      "the clock of this machine shows \(Instant(milliseconds: now)), more than a minute ahead of "
        + "the leader's, which shows \(Instant(milliseconds: leader)); set the clock that is wrong"
    case .unknownOutcome(let number):
      "cannot tell yet whether \(number.map { "#\($0)" } ?? "the last change") was saved"
        + "; check the log"
    case .inTransaction(let deed): "\(deed.rawValue) inside a transaction"
    case .irreversible(let entry, let why, let origin):
      "\(entry.words) cannot be undone: \(why.message)"
        + "\(origin.map { " (\($0.sentence))" } ?? "")"

    case .needed(.property(let property)): "\(property) depends on this change"
    case .needed(.rule(let rule)): "the rule \(rule) depends on this change"
    case .needed(.index(let definition)): "the \(definition) depends on this change"
    case .needsMissing(let text, let missing):
      "\(text) needs \(missing?.asName ?? "its property"), which no longer exists"
    case .refersTo(let property, let type): "\(property) refers to \(type.asName)"
    case .changed(let object, let entry):
      "\(object) was changed by \(entry?.sentence ?? "a later transaction")"
    case .otherName(let name, let entry):
      "\(name) has been the name of another definition since \(entry?.sentence ?? "a later transaction")"
    case .misfit(let failure, let property, let others, let entry):
      "\(failure.why.message), in \(failure.record)\(property.map { ".\($0.asName)" } ?? "")"
        + "\(entry.map { " (\($0.sentence))" } ?? "")"
        + "\(others == 0 ? "" : ", and in \(others) other record\(others == 1 ? "" : "s")")"
    case .dropped(let object, let entry):
      "\(object) was dropped by \(entry?.sentence ?? "a later transaction")"
    case .hadNoValue(let id, let property):
      "\(property.asName) is required, but \(id) had no value"
    case .ofRecord(let id, let why): "\(why), in \(id)"
    case .dangling(let id, let property, let gone):
      "\(id).\(property.asName) would be \(gone), which no longer exists"
    case .refers(let id, let other, let entry):
      "\(id) has referred to \(other) since \(entry.sentence)"
    case .inListAgain(let id, let list): "\(id) is in \(list) again"
    case .given(let property, let id, let entry):
      "\(id) was given the same \(property.asName) by \(entry.sentence)"
    case .changedByUnknown(let id): "an unknown program has since changed \(id)"
    }
  }
}

extension StoreError.Use {
  fileprivate var english: String {
    switch self {
    case .properties(let list):
      "\(list.map(\.description).listed()) \(list.count == 1 ? "refers" : "refer") to it"
    case .computed(let property): "the computed property \(property) reads it"
    case .initial(let property): "the default of \(property) reads it"
    case .rule(let rule): "the rule \(rule) reads it"
    case .kept(let why): why
    case .reference(let property, let id, let others):
      "the \(property.asName) of \(id)\(Self.more(others))"
    case .list(let list, let owner, let others):
      "in the \(list.asName) of \(owner)\(Self.more(others))"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .properties(let list):
      "drop the \(list.count == 1 ? "property" : "properties") with alter first"
    case .computed: "drop the property with alter first"
    case .initial: "change the default with alter first"
    case .rule(let rule): "drop rule \(rule)"
    case .kept, .reference, .list: nil
    }
  }

  private static func more(_ others: Int) -> String {
    others == 0 ? "" : " and \(others) other\(others == 1 ? "" : "s")"
  }
}

extension StoreError.TextPlace {
  fileprivate var english: String {
    line == 1 ? " (at character \(column))" : " (in line \(line) at character \(column))"
  }
}

extension StoreError.Difference {
  fileprivate var english: String {
    switch self {
    case .missing(let name): "it has no property \(name.asName)"
    case .changed(let definition): "it has \(definition)"
    case .additional(let definition): "it also has \(definition)"
    case .order(let names):
      "its properties are in another order: \(names.map(\.asName).joined(separator: ", "))"
    }
  }
}

extension StoreError.InverseFault {
  fileprivate func english(_ property: PropertyReference, _ owner: String) -> String {
    switch self {
    case .missing: "\(property.type.asName) has no property \((property.property ?? "").asName)"
    case .otherType: "\(property) does not refer to \(owner.asName) records"
    case .owns:
      "`by` needs a property that refers to \(owner.asName), but \(property) owns its records"
    case .isInverse: "\(property) is itself an inverse"
    }
  }
}

extension Property {
  fileprivate var whyUnerasable: String {
    let name = name.asName
    return if let computation {
      "\(name) is computed as (\(computation)); erase the properties it is computed from"
    } else if kind.isListOfRecords {
      "\(name) is a list of records; erase its records, or the owner of the list"
    } else if isKey {
      "\(name) is the key, which can be erased only with its record"
    } else {
      "\(name) must have a value and has no default; only the whole record can be erased"
    }
  }
}

extension EngineError {
  fileprivate var english: String {
    switch kind {
    case .closed: StoreError.Fact.closed.rawValue
    case .tooLong:
      "stopped: a text or a blob is longer than "
        + "\(EngineLimits.longestText / 1_000_000) million bytes"
    case .exceeded: "stopped: this takes too long; run check to see whether the database is damaged"
    // SQLite's error for sum(), and for abs() of the minimum integer.
    case .statement where message == "integer overflow": "the result does not fit in 64 bits"
    case .busy, .readOnly, .interrupted, .unopenable, .statement, .notUnique, .missingValue,
      .dangling, .constraint, .refused, .overtaken, .lostTransaction, .unknownOutcome, .failure:
      message
    }
  }
}

extension LogEntry {
  fileprivate var words: String {
    "#\(transaction)" + (command.map { " (\(Self.brief(CardNumber.masking($0))))" } ?? "")
  }

  fileprivate var owner: String {
    actor == Schema.otherProgram ? "another program's" : "\(actor)'s"
  }

  fileprivate var sentence: String { "\(words), which is \(owner)" }
}

extension Rule {
  fileprivate var member: PropertyReference { PropertyReference(type, name) }
}

extension PropertyReference: CustomStringConvertible {
  /// The names of the type and the property in command syntax.
  public var description: String {
    type.asName + (property.map { ".\($0.asName)" } ?? "")
  }
}
