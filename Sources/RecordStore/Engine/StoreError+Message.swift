internal import Expressions
internal import Records
internal import SQLEngine
internal import Values

extension StoreError {
  /// The message, in words for users.
  public var message: String { reason.english.message }

  /// A hint, such as the notation of a value, if the message is not sufficient.
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
        StoreError.Fact.incompactable.rawValue, hint: "check names what is wrong with the file")
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
        hint: "revert takes back one transaction before it")
    case .transaction(let entry, let fault): "\(entry.words) \(fault.rawValue)"

    // MARK: Files and engines

    case .busy(let place, let wait, true):
      "another program has \(place) locked; waited \(Double(wait) / 1000) s for it to finish"
    case .busy(let place, let wait, false):
      "another program is writing to \(place); waited \(Double(wait) / 1000) s for it to finish"
    case .slowOpening(let place, let limit):
      "\(place) cannot be opened: to read its definitions takes longer than \(limit / 1000) s"
    case .unopenable(let place, let why): "\(place) cannot be opened: \(why.message)"
    case .foreignTable(let place, let table):
      "\(place) is a database of another application; it has the table \(table)"
    case .unread(let path, let why): "\(path) cannot be read: \(why)"
    case .unwritten(let path, let why): "\(path) cannot be written: \(why)"
    case .noFolder(let folder, let path, let isNew):
      "\(path) cannot be \(isNew ? "made" : "written"): there is no folder \(folder)"
    case .closedFolder(let folder, let path):
      "\(path) cannot be made: no permission to write to \(folder)"
    case .noJournal(let path, let folder):
      "\(path) cannot be written: SQLite keeps a journal beside it, and there is no permission to "
        + "write to \(folder); open it read-only"
    case .otherLog(let path):
      "\(path)-wal belongs to another database, which was at \(path) before; to open the one that "
        + "is there now, remove \(path)-wal and \(path)-shm"
    case .noFile(let path): "there is no file \(path)"
    case .noPermission(let path): "no permission to read \(path)"
    case .lost(let path):
      "\(path) was removed, replaced or emptied by another program while it was open; nothing more "
        + "is written to it"
    case .isKept(let place): "the records are kept in \(place) already"
    case .heldByReader(let place):
      "another program is reading \(place), whose -wal file still has what was before"
    case .keptInLogs(let place):
      "the logs of the nodes of \(place) still have what was before, until snapshots have taken "
        + "their place"
    case .unnumbered(let place): "the transactions of \(place) cannot be numbered"
    case .partOfDatabase(let path, let database): "\(path) belongs to the database \(database)"
    case .noTable(let table, let path): "\(path) has no table \"\(table)\""
    case .newerFormat(let place, let format):
      "\(place) is of version \(format), made by a newer program; this one knows versions up to "
        + "\(Schema.version)"
    case .olderFormat(let place, let format):
      English(
        "\(place) has format \(format); this version reads formats from \(Schema.oldestVersion) on",
        hint: "open it with workbench 0.2.0 and change something, which upgrades the file; you can "
          + "undo the change")
    case .newerDefinition(let place, let definition, let why):
      "\(place) was made by a newer program, or its definitions are damaged: \(definition), which "
        + "this one does not know (\(why))"
    case .strayNumber(let place, let table, let number):
      "\(place) is damaged: \(table) has the number \(number)"
    case .notTable(let place, let table): "\(place) is damaged: \(table) is not a table any more"
    case .twoTypes(let place, let type): "\(place) is damaged: it has two types \(type.asName)"
    case .lostType(let place, let table): "\(place) has lost what it knew of \(table.asSQLName)"
    case .lostDefinition(let place, let property): "\(place) has lost the definition of \(property)"
    case .removed(let table, let column):
      "another program has removed \(column.map { "the column \($0.asSQLName) of " } ?? "")the "
        + "table \(table); it can be neither read nor written"
    case .ignored(let type):
      "nothing was written to \(type.asName): another program's trigger on the table has ignored it"
    case .unchangeable(let type, let why):
      "\(type.asName) cannot be changed: \(why ?? "the file is damaged")"
    case .otherTable(let type, let place):
      "another program has created a table \(type.asName) in \(place)"

    // MARK: Names

    case .noRecord(let id): "there is no \(id)"
    case .neverExisted(let id): "there never was a \(id)"
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
      "\(type.asName) has the property \(definition) already"
    case .differsInCase(let name, let other):
      "\(name.asName) differs from \(other.asName) only in case"
    case .ruleDiffersInCase(let rule, let other):
      "\(rule.name.asName) differs only in case from \(other.asName), which \(rule.type.asName) "
        + "has already"
    case .olderTypeName(let name):
      "\(name) is a type here, older than the kind of that name, which this store cannot use; a "
        + "reference to the type is written `\(name)`"
    case .reservedActor(let name): "\(name) is the name of all other programs; choose another actor"

    // MARK: Definitions

    case .differentType(let name, let difference, let steps):
      English(
        "\(name.asName) is already defined in another way: \(difference.english)",
        hint: steps.isEmpty ? nil : "alter \(name.asName) { \(steps.joined(separator: ", ")) }")
    case .awaitedType(let missing, let property):
      "\(property.type.asName) has no records before \(missing.asName) is defined, which "
        + "\((property.property ?? "").asName) refers to"
    case .nameOfReferences(let type, let list):
      "\(type.asName) is what the file calls the references of \(list); choose another name"
    case .nameOfLink(let property, let list, let isInHistory):
      "\(property) has the name \(isInHistory ? "that the history gives" : "of the column for") "
        + "\(list); choose another one"
    case .ownerName(let name, let list, let other):
      "the owner in \(list) and \(other) would both be called \(name.asName); choose another name"
    case .sharedColumn(let column, let one, let other, let items):
      "\(one) and \(other) would have one column \(column.asName) among the records of "
        + "\(items.asName); choose another name"
    case .inverse(let list, let kind, let property, let fault):
      "\(list) cannot be \(kind): \(fault.english(property, list.type))"
    case .requiredRing(let way):
      way.count == 1
        ? "\(way[0]) is required, so no first record could be made; make it optional"
        : "\(way.map(\.description).joined(separator: ", ")) are all required, so no first record "
          + "could be made; make one of them optional"
    case .undroppable(let name, let use):
      English("\(name.asName) cannot be dropped: \(use.english)", hint: use.hint)
    case .itemsLeft(let list, let items, let count):
      "\(list.asName) cannot be dropped: \(count) record\(count == 1 ? "" : "s") of "
        + "\(items.asName) \(count == 1 ? "is" : "are") in such lists and would belong to nothing; "
        + "delete them first"
    case .listKind(let former, let wanted, let areLists):
      "\(former) cannot become \(wanted): "
        + (areLists
          ? "the records of such lists are found in different ways"
          : "records in a list belong to it") + "; add another property and drop this one"
    case .severalLists(let list, let records, let more):
      "\(list) cannot own its records: \(records.map(\.description).joined(separator: ", "))"
        + (more == 0 ? "" : " and \(more) more") + (records.count == 1 ? " is" : " are")
        + " in several lists, and a record has one owner"
    case .ownsItself(let list, let id):
      "\(list) cannot own its records: \(id) would belong to itself"
    case .misfits(let definition, let first, let more, let isConverted, let percentage):
      English(
        "\(first.count + more == 1 ? "1 record does" : "\(first.count + more) records do") not fit "
          + "\(definition): "
          + first.map { "\($0.record): \($0.why.message)" }.joined(separator: "; ")
          + "\(more == 0 ? "" : "; and \(more) more")",
        hint: percentage.map {
          "using (\($0.asName)) takes the number as the fraction, using (\($0.asName) / 100) as per cent"
        }
          ?? (isConverted
            ? nil : "using (EXPRESSION) after the definition gives every record a value"))
    case .neededByRule(let rule, let why):
      English("the rule \(rule.member) needs it: \(why.message)", hint: "drop rule \(rule.member)")
    case .undefinableRule(let rule, let why):
      English(
        "the rule \(rule.member) could not be defined then: \(why.message)",
        hint: "drop rule \(rule.member)")
    case .neededByComputed(let property, let why):
      English("the computed property \(property) needs it: \(why.message)", hint: why.english.hint)
    case .neededByDefault(let property, let isInAlter, let why):
      English(
        "the default of \(property) needs it: \(why.message)",
        hint: isInAlter
          ? "change \((property.property ?? "").asName) in the same alter, or drop it"
          : why.english.hint)
    case .neededInAlter(let property, let why):
      English(
        "the computed property \(property) needs it: \(why.message)",
        hint: "change \((property.property ?? "").asName) in the same alter, or drop it")
    case .typeUnreadable(let property, let isDefault, let why):
      "the \(isDefault ? "default of" : "computed property") \(property) cannot read it: \(why.message)"

    // MARK: Values

    case .taken(let property, let literal, let holder):
      "\(property.asName) \(literal) is taken by \(holder)"
    case .noTarget(let type, let literal): "there is no \(type.asName)[\(literal)]"
    case .wrongKind(let property, let expectation): "\(property) must be \(expectation)"
    case .sameValue(let property, let other): "\(property.asName) is the same as that of \(other)"
    case .columnLost(let name): "\(name.asName) would no longer exist"
    case .breach(let rule, let id, let values):
      "\(id.map { "\($0) " } ?? "")breaks \(rule.words)\(values.isEmpty ? "" : ": ")"
        + "\(values.map { "\($0.property) is \($0.literal)" }.joined(separator: ", "))"
    case .moreBreaches(let rule, let count): "\(count) more break \(rule.words)"
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
      "\(name.asName) cannot be \(literal), which it is computed to be"
    case .computedLong(let name, let bytes):
      "\(name.asName) is computed as a text of more than \(bytes / 1_000_000) million bytes"
    case .computedDeep(let name, let most):
      "\(name.asName) is computed through too many other properties: at most \(most) can follow "
        + "from each other"
    case .computedBytes(let name, let most, let isOfType):
      "\(name.asName) is computed through too many other properties: with each wherever it is "
        + "read, it can have \(isOfType ? "those of a type " : "")\(most) bytes of SQL at most"
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

    // MARK: Expressions and queries

    case .valuesMissing(let needed, let given):
      "a value is missing: the expression has \(needed), not \(given)"
    case .longText(let bytes):
      "a text in the expression is longer than \(bytes / 1_000_000) million bytes"
    case .slow(let limit): "stopped: this takes longer than \(limit / 1000) s"
    case .large(let bytes): "stopped: this takes more than \(bytes >> 20) MB of memory"
    case .otherType(let type, let other): "the expression is about \(type), not \(other)"
    case .needsRecord(let type): "the expression reads properties of \(type) and needs a record"
    case .noHistory(let place):
      English(
        "a past state has no history\(place.english)",
        hint: "sql without \"at\" reads all of it; where txn <= 7 is the part up to #7")
    case .sql(let why, let place): "\(why.message)\(place.english)"
    case .noStatement(let found):
      "expected a statement that begins with SELECT, WITH, VALUES or EXPLAIN"
        + "\(found.map { ", not \($0)" } ?? "")"
    case .parameter(let name): "a statement takes no parameters: \(name) has none"
    case .forbiddenTable(let name): "\(name) does more than read a table"
    case .forbiddenFunction(let name): "\(name)() cannot be used"

    // MARK: Records and lists

    case .undeletable(let id, nil, let use): "\(id) cannot be deleted: it is \(use.english)"
    case .undeletable(let id, let other?, let use):
      "\(id) cannot be deleted: \(other) would be deleted with it, and is \(use.english)"
    case .unfit(let failure): "\(failure.record) cannot be deleted: \(failure.why.message)"
    case .hasOwner(let item, let owner, let list):
      "\(item) is in \(owner).\(list.asName), and an item has one owner"
    case .reordering(let owner, let list, let item, let isAdded):
      "\(owner).\(list.asName) owns its records, and set only reorders them; \(item) is "
        + (isAdded ? "not in it" : "left out")
    case .inList(let item, let owner, let list, let index):
      "\(item) is in \(owner).\(list.asName) already, at \(index)"
    case .inOwnItem(let item, let owner):
      "\(item) cannot be in a list of \(owner), which belongs to it"
    case .inverseList(let list, let items, let inverse):
      "\(list.asName) lists the \(items.asName) records that refer here by \(inverse.asName); set "
        + "that in them"
    case .wrongItem(let list, let items, let type):
      "\(list.asName) is a list of \(items.asName) records, not of \(type.asName)"
    case .importOnlyAdds(let list, let items):
      "an import only adds records to \(list.asName), which has \(items.joined(separator: ", ")); "
        + "remove and move change the rest"
    case .importKeepsItems(let list):
      "\(list.asName) has other records already, and an import does not replace them; remove them "
        + "first, or leave the column out with map \(list.asName)=nil"
    case .ambiguousTitle(let text, let title, let id, let other):
      "\(Value.text(text).literal) is the \(title.asName) of \(id) and of \(other); "
        + "write one of them"
    case .noPlace(_, let owner, let list, -1): "\(owner).\(list.asName) is empty"
    case .noPlace(let index, let owner, let list, let last):
      "\(owner).\(list.asName) has no position \(index); expected one from 0 to \(last)"
    case .noNumbersLeft(let type):
      English(
        "\(RecordID(type, .max)) has the greatest possible number; \(type.asName) can have no more "
          + "records",
        hint: "new \(type.asName)/NUMBER takes a number that was never used")

    // MARK: History

    case .compacted(let first):
      "the history was compacted and begins with #\(first); what was before is gone"
    case .compactedFrom(let entry):
      "the history was compacted and begins with \(entry.words), which cannot be undone"
    case .compactedAlready(let first): "the history already begins with #\(first)"
    case .computedHistory(let name, let expression, let sources):
      "\(name.asName) is computed as (\(expression)) and has no history"
        + "\(sources.isEmpty ? "" : "; see that of \(sources.map(\.asName).listed())")"
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
        hint: (own.map { "revert #\($0) takes back only your last one, " } ?? "")
          + "undo to #\(entry.transaction - 1) takes \(entry.owner) back")
    case .unerasable(let property): English(property.whyUnerasable)
    case .definitionMentions(let name, isFormer: false):
      "\(name) mentions what is to be erased; change or drop it first"
    case .definitionMentions(let name, isFormer: true):
      English(
        "a former definition of \(name) mentions what is to be erased",
        hint: "compact removes former definitions")
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
    case .lostValue(let literal): "it was \(literal), and the property no longer exists"
    case .overtaken(let place): "another program has changed \(place) meanwhile"
    case .unknownOutcome(let number):
      "cannot tell yet whether \(number.map { "#\($0)" } ?? "what the last commands did") was saved"
        + "; check the log"
    case .inTransaction(let deed): "\(deed.rawValue) inside a transaction"
    case .irreversible(let entry, let why, let origin):
      "\(entry.words) cannot be taken back: \(why.message)"
        + "\(origin.map { " (\($0.sentence))" } ?? "")"

    // MARK: Why a transaction is irreversible

    case .needed(.property(let property)): "\(property) needs it"
    case .needed(.rule(let rule)): "the rule \(rule) needs it"
    case .needed(.index(let definition)): "the \(definition) needs it"
    case .needsMissing(let text, let missing):
      "\(text) needs \(missing?.asName ?? "its property"), which no longer exists"
    case .refersTo(let property, let type): "\(property) refers to \(type.asName)"
    case .changed(let object, let entry):
      "\(object) was changed by \(entry?.sentence ?? "a later transaction")"
    case .otherName(let name, let entry):
      "\(name) is the name of another one since \(entry?.sentence ?? "a later transaction")"
    case .misfit(let failure, let property, let others, let entry):
      "\(failure.why.message), of \(failure.record)\(property.map { ".\($0.asName)" } ?? "")"
        + "\(entry.map { " (\($0.sentence))" } ?? "")"
        + "\(others == 0 ? "" : ", and of \(others) other record\(others == 1 ? "" : "s")")"
    case .dropped(let object, let entry):
      "\(object) was dropped by \(entry?.sentence ?? "a later one")"
    case .hadNoValue(let id, let property):
      "\(property.asName) is required, and \(id) had no value of it"
    case .ofRecord(let id, let why): "\(why), of \(id)"
    case .dangling(let id, let property, let gone):
      "\(id).\(property.asName) would be \(gone), which no longer exists"
    case .refers(let id, let other, let entry): "\(id) refers to \(other) since \(entry.sentence)"
    case .inListAgain(let id, let list): "\(id) is in \(list) again"
    case .given(let property, let id, let entry):
      "\(property.asName) was given to \(id) by \(entry.sentence)"
    case .changedByUnknown(let id): "an unknown program changed \(id) since"
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
    case .additional(let definition): "it has \(definition) too"
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
    case .owns: "\(property) owns its records, and an inverse is of what refers"
    case .isInverse: "\(property) is an inverse itself"
    }
  }
}

extension Property {
  fileprivate var whyUnerasable: String {
    let name = name.asName
    return if let computation {
      "\(name) is computed as (\(computation)); erase what it is computed from"
    } else if kind.isListOfRecords {
      "\(name) is a list of records; erase these, or the record whose list it is"
    } else if isKey {
      "\(name) is the key, which is erased only with its record"
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
    case .exceeded: "stopped: this takes too long; check says whether the file is damaged"
    // From abs() of the least integer.
    case .statement where message == "integer overflow": "the result is beyond 64 bits"
    case .busy, .readOnly, .interrupted, .unopenable, .statement, .notUnique, .missingValue,
      .dangling, .constraint, .refused, .lostTransaction, .unknownOutcome, .failure:
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
  /// The names in command syntax.
  public var description: String {
    type.asName + (property.map { ".\($0.asName)" } ?? "")
  }
}
