package cluster

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/VictoriaMetrics/metrics"
)

// label has a name as Prometheus reads it.
var label = strings.NewReplacer("\\", "\\\\", "\"", "\\\"", "\n", "\\n")

// WriteMetrics writes what the nodes of the server say of themselves in Prometheus' text form. A node that does not answer is left out.
func (s *Server) WriteMetrics(ctx context.Context, w io.Writer) error {
	c := &client{nc: s.greets}
	c.connected()
	list, err := c.roll(ctx)
	if err != nil {
		return err
	}
	metrics.WriteGaugeUint64(w, "multiwalk_cluster_nodes", uint64(len(list)))
	for _, n := range list {
		of := fmt.Sprintf(`{node="%s"}`, label.Replace(n.Name))
		metrics.WriteGaugeUint64(w, "multiwalk_node_cores"+of, uint64(n.Cores))
		metrics.WriteGaugeUint64(w, "multiwalk_node_busy_cores"+of, uint64(max(0, n.Busy)))
		metrics.WriteCounterUint64(w, "multiwalk_node_units_total"+of, uint64(max(0, n.Units)))
		metrics.WriteCounterFloat64(w, "multiwalk_node_work_seconds_total"+of, n.Work)
		metrics.WriteCounterFloat64(w, "multiwalk_node_talk_seconds_total"+of, n.Talk)
		metrics.WriteCounterUint64(w, "multiwalk_node_bytes_total"+of, n.Bytes)
	}
	return nil
}
