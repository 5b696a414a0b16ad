package io.groundskeeper.local.eks;

/**
 * An EC2 instance of a node group.
 *
 * @param id the instance's id
 * @param type the instance type
 * @param architecture amd64 or arm64
 * @param zone the availability zone
 * @param name the private DNS name, by which its node is called
 * @param address the private IPv4 address
 */
record Machine(String id, String type, String architecture, String zone, String name, String address) {

    /**
     * What a machine is to be like.
     *
     * @param type the instance type
     * @param subnet the subnet's id
     * @param cluster whose it is
     * @param group its node group
     */
    record Wish(String type, String subnet, String cluster, String group) {}
}
