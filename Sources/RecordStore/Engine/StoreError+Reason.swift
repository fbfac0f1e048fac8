package import Expressions
package import Records
package import SQLEngine

extension StoreError {
  /// The failure with its names and numbers; ``StoreError/message`` is its English text.
  ///
  /// A `place` is the path of a file or the name of a cluster. A `why` comes from another module or
  /// from the system, in words for users.
  package indirect enum Reason: Hashable, Sendable {
    case stated(String)
    case engine(EngineError)
    case expression(ExpressionError)
    case definition(DefinitionError)
    case fact(Fact)
    case place(String, PlaceFault)
    case record(RecordID, RecordFault)
    case property(String, PropertyFault)
    case member(PropertyReference, MemberFault)
    case transaction(LogEntry, TransactionFault)

    case busy(place: String, milliseconds: Int, isOpening: Bool)
    case held(place: String, by: EngineHolder, milliseconds: Int)
    case slowOpening(place: String, milliseconds: Int)
    case unopenable(place: String, Reason)
    case foreignTable(place: String, table: String)
    case unread(path: String, why: String)
    case unwritten(path: String, why: String)
    case noFolder(String, for: String, isNew: Bool)
    case closedFolder(String, for: String)
    case noJournal(path: String, folder: String)
    case otherLog(path: String)
    case partOfDatabase(path: String, String)
    case noFile(path: String)
    case noPermission(path: String)
    case lost(path: String)
    case isKept(place: String)
    case heldByReader(place: String)
    case keptInLogs(place: String)
    case unnumbered(place: String)
    case noTable(String, path: String)
    case newerFormat(place: String, Int)
    case olderFormat(place: String, Int)
    case newerDefinition(place: String, String, why: String)
    case strayNumber(place: String, table: String, Int)
    case notTable(place: String, String)
    case twoTypes(place: String, String)
    case lostType(place: String, table: String)
    case lostDefinition(place: String, PropertyReference)
    case removed(table: String, column: String?)
    case ignored(type: String)
    case unchangeable(type: String, why: String?)
    case otherTable(type: String, place: String)

    case noRecord(RecordID)
    case neverExisted(RecordID)
    case noType(String)
    case noProperty(String, of: String)
    case nothingToIndex(String, of: String)
    case noRule(String, of: String)
    case noKey(type: String)
    case noKept(kind: String, Int)
    case noTransaction(Int, newest: Int?)
    case propertyGone(String, of: String)
    case propertyExists(type: String, definition: String)
    case differsInCase(String, from: String)
    case ruleDiffersInCase(Rule, from: String)
    case olderTypeName(String)
    case reservedActor(String)

    case differentType(String, Difference, steps: [String])
    case awaitedType(String, by: PropertyReference)
    case nameOfReferences(String, of: PropertyReference)
    case nameOfLink(PropertyReference, of: PropertyReference, isInHistory: Bool)
    case ownerName(String, of: PropertyReference, taken: PropertyReference)
    case sharedColumn(String, of: PropertyReference, PropertyReference, items: String)
    case inverse(PropertyReference, kind: String, of: PropertyReference, InverseFault)
    case requiredRing([PropertyReference])
    case undroppable(String, Use)
    case itemsLeft(list: String, items: String, Int)
    case listKind(String, String, areLists: Bool)
    case severalLists(PropertyReference, [RecordID], more: Int)
    case ownsItself(PropertyReference, RecordID)
    /// - Parameter percentage: The property, if its numbers could be either percentages or
    ///   fractions.
    case misfits(
      definition: String, [ConversionFailure], more: Int, isConverted: Bool, percentage: String?)
    case neededByRule(Rule, Reason)
    case neededByComputed(PropertyReference, Reason)
    case neededInAlter(PropertyReference, Reason)
    case neededByDefault(PropertyReference, isInAlter: Bool, Reason)
    case typeUnreadable(by: PropertyReference, isDefault: Bool, Reason)

    case taken(property: String, literal: String, by: String)
    case noTarget(type: String, literal: String)
    case wrongKind(property: String, expectation: String)
    case sameValue(property: String, RecordID)
    /// A new order of a list is invalid, because it adds or omits a record.
    case reordering(RecordID, list: String, RecordID, isAdded: Bool)
    case columnLost(String)
    case breach(Rule, RecordID?, [ShownValue])
    case moreBreaches(Rule, Int)
    case breaches(Rule, [RecordID], more: Int)
    case afterUpgrade(place: String, Reason)
    case unevaluable(Rule, Reason)
    case about(RecordID, Reason)
    case noExpression(String, why: String)
    case uncomputable(String, expression: String, Reason)
    case computedMisfit(expression: String, why: String)
    case computedLiteral(String, literal: String)
    case computedLong(String, bytes: Int)
    case computedDeep(String, most: Int)
    case computedBytes(String, most: Int, isOfType: Bool)
    case computedRing([String])
    case defaultRing([String])
    /// The default cannot be calculated.
    case undefaulted(String, expression: String, Reason)
    case defaultMisfit(expression: String, why: String)
    case nextMisfit(why: String)
    case requiredDefault(String, expression: String)

    case valuesMissing(needed: Int, given: Int)
    case longText(bytes: Int)
    case slow(milliseconds: Int)
    case large(bytes: Int)
    case otherType(String, String)
    case needsRecord(type: String)
    case noHistory(at: TextPlace)
    case sql(Reason, at: TextPlace)
    case noStatement(found: String?)
    case parameter(String)
    case forbiddenTable(String)
    case forbiddenFunction(String)

    case undeletable(RecordID, with: RecordID?, Use)
    case unfit(ConversionFailure)
    case hasOwner(RecordID, RecordID, list: String)
    case inList(RecordID, RecordID, list: String, at: Int)
    case inOwnItem(RecordID, RecordID)
    case inverseList(String, items: String, by: String)
    case wrongItem(list: String, items: String, String)
    case importOnlyAdds(String, [String])
    case importKeepsItems(String)
    case ambiguousTitle(String, title: String, RecordID, RecordID)
    case noPlace(Int, RecordID, list: String, last: Int)
    case noNumbersLeft(type: String)

    case compacted(first: Int)
    case compactedFrom(LogEntry)
    case compactedAlready(Int)
    case computedHistory(String, expression: String, of: [String])
    case tooFew(Int, Repetition)
    case nothingAfter(Int)
    case undone(LogEntry, by: Int)
    case otherActor(LogEntry, isLast: Bool, own: Int?)
    case unerasable(Property)
    case definitionMentions(String, isFormer: Bool)
    case erased(RecordID, property: String?, by: LogEntry?)
    case didNotExist(RecordID, at: Int)
    case wouldReferTo(RecordID, property: String, RecordID, isList: Bool)
    case droppedSince(String, Int)
    case unrestorable(RecordID, property: String, at: Int, Reason, by: LogEntry?)
    case lostValue(literal: String)
    case overtaken(place: String)
    case unknownOutcome(transaction: Int?)
    /// In milliseconds since 1970.
    case clockAhead(Int, leader: Int)
    case inTransaction(Deed)
    case irreversible(LogEntry, Reason, by: LogEntry? = nil)

    case needed(by: Dependent)
    case needsMissing(String, missing: String?)
    case refersTo(PropertyReference, String)
    case changed(String, by: LogEntry?)
    case otherName(String, since: LogEntry?)
    case misfit(ConversionFailure, property: String?, others: Int, by: LogEntry?)
    case dropped(PropertyReference, by: LogEntry?)
    case hadNoValue(RecordID, property: String)
    case ofRecord(RecordID, why: String)
    case dangling(RecordID, property: String, RecordID)
    case refers(RecordID, RecordID, since: LogEntry)
    case inListAgain(RecordID, list: String)
    case given(property: String, RecordID, by: LogEntry)
    case changedByUnknown(RecordID)
  }

  /// A use that prevents a definition from being dropped, or a record from being deleted.
  package enum Use: Hashable, Sendable {
    case properties([PropertyReference])
    case computed(PropertyReference)
    case initial(PropertyReference)
    case rule(PropertyReference)
    case kept(why: String)
    case reference(property: String, RecordID, others: Int)
    case list(String, of: RecordID, others: Int)
  }

  package enum Dependent: Hashable, Sendable {
    case property(PropertyReference)
    case rule(PropertyReference)
    case index(definition: String)
  }

  package enum Difference: Hashable, Sendable {
    case missing(String)
    case changed(definition: String)
    case additional(definition: String)
    case order([String])
  }

  package enum InverseFault: Hashable, Sendable {
    case missing, otherType, owns, isInverse
  }

  package enum Repetition: String, Hashable, Sendable { case undo, redo }

  /// A position in a text, as a line and a character, both counted from 1.
  package struct TextPlace: Hashable, Sendable {
    var line = 1
    var column = 1
  }

  /// A value in command syntax, shortened.
  package struct ShownValue: Hashable, Sendable {
    /// The property, as written in expressions.
    var property: String
    var literal: String
  }
}

package struct ConversionFailure: Hashable, Sendable {
  var record: RecordID
  /// The number in `wb_prop`; nil for the record itself.
  var property: Int?
  var why: StoreError.Reason
}
