internal import Interactors
internal import Presentation
internal import Records
internal import Replies
internal import Workspace

final class ListScreen: OpenScreen {
  let records: ListedRecords

  init(_ definition: ScreenDefinition, _ records: ListedRecords) {
    self.records = records
    super.init(definition, BoundScreen(definition.name, onMany: definition.type))
    nest(presenter)
    nest(parts.base)
  }

  override var shown: (title: String, sections: [ScreenContent.Section], headings: [Column]?) {
    (definition.title ?? definition.type, [], records.headings)
  }
}
