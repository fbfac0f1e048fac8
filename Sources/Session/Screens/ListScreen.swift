internal import Interactors
internal import Presentation
internal import Records
internal import Replies

/// A screen that lists the records of a type, of which a view shows those that fit.
final class ListScreen: OpenScreen {
  let records: ListedRecords

  /// Makes a screen that is not open yet and has read no record.
  init(_ definition: ScreenDefinition, _ records: ListedRecords) {
    self.records = records
    super.init(definition, AttachedScreen(definition.name, onMany: definition.type))
    nest(presenter)
    nest(parts.base)
  }

  override var shown: (title: String, sections: [ScreenContent.Section], headings: [Column]?) {
    (definition.title ?? definition.type, [], records.headings)
  }
}
