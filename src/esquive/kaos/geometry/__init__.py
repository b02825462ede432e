"""What can be measured on a table: distances, arcs, paths and lines of sight, as exact integer predicates.

`units` lengths and angles; `trigonometry` sines that are the same on every machine; `shapes` scenery, bases and the
table; `planar` segments, polygons and squares; `arcs` attack angle and back; `ground` levels and footing; `legs`,
`walks`, `passages` and `paths` moves swept by a base; `ways` the shortest way round; `reach` what nobody can get to;
`sight` true lines of sight and cover; `obstacles` what bars a centre as it bars its base; `kept` what was worked out
once. Nothing here knows a rule's number beyond the tolerances.
"""
